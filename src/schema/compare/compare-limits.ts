import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { breaking, type Change, type ChangeRule, safe } from './change.ts';

export function compareLimits(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  return [
    ...lower.flatMap(({ words, of }) => compareLimit(of(before), of(after), path, words, 1)),
    ...upper.flatMap(({ words, of }) => compareLimit(of(before), of(after), path, words, -1)),
    ...compareMultiples(before.multipleOf, after.multipleOf, path),
    ...comparePatterns(before.pattern, after.pattern, path),
  ];
}

interface Bound {
  value: number;
  /** The value itself is refused. */
  exclusive?: boolean;
}

interface Limit {
  words: string;
  of(schema: JSONSchemaProps): Bound | undefined;
}

const lower: readonly Limit[] = [
  { words: 'numbers below', of: (schema) => bound(schema.minimum, schema.exclusiveMinimum) },
  { words: 'texts shorter than', of: (schema) => count(schema.minLength) },
  { words: 'lists with fewer items than', of: (schema) => count(schema.minItems) },
  { words: 'objects with fewer fields than', of: (schema) => count(schema.minProperties) },
];

const upper: readonly Limit[] = [
  { words: 'numbers above', of: (schema) => bound(schema.maximum, schema.exclusiveMaximum) },
  { words: 'texts longer than', of: (schema) => bound(schema.maxLength) },
  { words: 'lists with more items than', of: (schema) => bound(schema.maxItems) },
  { words: 'objects with more fields than', of: (schema) => bound(schema.maxProperties) },
];

function bound(value: number | undefined, exclusive = false): Bound | undefined {
  return value === undefined ? undefined : { value, exclusive };
}

/** At least nothing is no limit. */
function count(value: number | undefined): Bound | undefined {
  return value === 0 ? undefined : bound(value);
}

/** `direction` is 1 for a lower limit: then a greater one is tighter. */
function compareLimit(
  was: Bound | undefined,
  is: Bound | undefined,
  path: string,
  words: string,
  direction: 1 | -1,
): Change[] {
  if (was === undefined && is === undefined) return [];
  const refused = (limit: Bound): string =>
    `${words} ${limit.value}${limit.exclusive ? ', and itself,' : ''}`;
  if (is === undefined)
    return [safe('validation-loosened', path, `${refused(was as Bound)} are no longer refused`)];
  if (was === undefined) return [breaking('validation-added', path, `${refused(is)} are refused`)];
  const difference =
    (is.value - was.value) * direction || Number(is.exclusive === true) - Number(was.exclusive === true);
  if (difference === 0) return [];
  const instead = `${refused(is)} are refused; it was ${was.value}`;
  if (difference > 0) return [breaking('validation-tightened', path, instead)];
  return [safe('validation-loosened', path, instead)];
}

function compareMultiples(was: number | undefined, is: number | undefined, path: string): Change[] {
  if (was === is) return [];
  if (is === undefined)
    return [safe('validation-loosened', path, `numbers that are no multiples of ${was} are accepted`)];
  const message = `numbers that are no multiples of ${is} are refused`;
  if (was === undefined) return [breaking('validation-added', path, message)];
  return Number.isInteger(was / is)
    ? [safe('validation-loosened', path, `multiples of ${is} are accepted, in place of those of ${was}`)]
    : [breaking('validation-tightened', path, message)];
}

function comparePatterns(was: string | undefined, is: string | undefined, path: string): Change[] {
  if (was === is) return [];
  if (is === undefined) return [safe('validation-loosened', path, `texts need not match ${was}`)];
  const rule: ChangeRule = was === undefined ? 'validation-added' : 'validation-tightened';
  return [breaking(rule, path, `texts that do not match ${is} are refused`)];
}
