import { InvalidError } from '../client/errors.ts';

/**
 * How the API server and its built-in rules say that a field may not change. There is no reason of its own for
 * it: most come as `FieldValueInvalid` or `FieldValueForbidden`, so the words are all there is to go by.
 */
const refusalsOfChange: readonly RegExp[] = [
  /\bimmutable\b/i,
  /\bupdates to \S+ spec for fields other than\b.*\bforbidden\b/i,
  /\bpod updates may not change fields other than\b/i,
  /\bmay not (?:be )?change[d]?\b/i,
  /\bmay not be unset\b/i,
  /\bcannot (?:be )?change[d]?\b/i,
];

/**
 * Whether a change was refused because what it changes is fixed for as long as the object lives, and for nothing
 * else: an object that breaks another rule too would not be accepted as a new one either.
 */
export function isImmutableError(error: unknown): boolean {
  if (!(error instanceof InvalidError) || error.causes.length === 0) return false;
  return error.causes.every(({ message = '' }) => refusalsOfChange.some((words) => words.test(message)));
}
