import type { RuleSchema } from '../schema/rule-schema.ts';
import type { FieldFailure } from './field-failure.ts';

/** A rule that has no value on an object. */
export function runtimeFailure(message: string, name: string): string {
  if (!message.startsWith('no such overload')) return `${message} evaluating rule: ${name}`;
  return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
}

/** Lists and objects are not shown. */
export function shown(value: unknown, { type }: RuleSchema): { readonly value?: unknown } {
  return type === 'object' || type === 'array' ? {} : { value };
}

/** What the author of a rule wants it to be called when it does not hold. */
export function failureFor(
  reason: string | undefined,
  field: string,
  value: object,
  detail: string,
): FieldFailure {
  switch (reason) {
    case 'FieldValueForbidden':
      return { type: 'Forbidden', field, detail };
    case 'FieldValueRequired':
      return { type: 'Required', field, detail };
    case 'FieldValueDuplicate':
      return { type: 'Duplicate', field, ...value, detail: '' };
    default:
      return { type: 'Invalid', field, ...value, detail };
  }
}

export const invalid = (field: string, value: unknown, detail: string): FieldFailure => ({
  type: 'Invalid',
  field,
  value,
  detail,
});
