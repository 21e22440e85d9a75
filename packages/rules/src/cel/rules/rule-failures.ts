import type { JSONSchemaProps } from '../../schema/json-schema-props.ts';
import type { FieldFailure } from './field-failure.ts';

/** The API server's message for a rule whose evaluation fails. */
export function runtimeFailure(message: string, name: string): string {
  if (!message.startsWith('no such overload')) return `${message} evaluating rule: ${name}`;
  return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
}

/** The value for the message, which does not show lists and objects. */
export function shown(value: unknown, { type }: JSONSchemaProps): { readonly value?: unknown } {
  return type === 'object' || type === 'array' ? {} : { value };
}

/** The failure of a rule that is not satisfied, with the type of error that its `reason` sets. */
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
