import { InvalidError } from '../client/errors.ts';

/**
 * The messages of the API server and its built-in validation for a change to an immutable field. No cause type is
 * specific to it (most are `FieldValueInvalid` or `FieldValueForbidden`), so only the message identifies it.
 */
const immutableFieldMessages: readonly RegExp[] = [
  /\bimmutable\b/i,
  /\bupdates to \S+ spec for fields other than\b.*\bforbidden\b/i,
  /\bpod updates may not change fields other than\b/i,
  /\bmay not (?:be )?change[d]?\b/i,
  /\bmay not be unset\b/i,
  /\bcannot (?:be )?change[d]?\b/i,
];

/**
 * Whether a change was rejected only because it changes immutable fields. If the object violates another rule too,
 * the API server would also reject a new one, so recreating it cannot help.
 */
export function isImmutableError(error: unknown): boolean {
  if (!(error instanceof InvalidError) || error.causes.length === 0) return false;
  return error.causes.every(({ message = '' }) =>
    immutableFieldMessages.some((words) => words.test(message)),
  );
}
