import { type FieldError, fieldErrorBody } from '@opgen/rules/field-errors';
import type { Json } from '@opgen/rules/json';
import { applyDefaults, type JSONSchemaProps, prune, validate } from '@opgen/rules/schema';

/**
 * Why the API server would reject a value of this schema, a message for each problem.
 *
 * Like the API server, applies defaults first, so a required property with a default may be absent. Unlike it, reports
 * unknown fields instead of dropping them, and omits limits out of range, which are problems of the schema.
 */
export function validateValue(value: Json, schema: JSONSchemaProps): string[] {
  const { value: pruned, unknown } = prune(value, schema, { embedded: false });
  const errors = validate(applyDefaults(pruned, schema), schema);
  return [...errors.flatMap(messageOf), ...unknown.map((path) => `${path}: unknown field`)];
}

/** The words of the API server, with the field named once. */
function messageOf(error: FieldError): string[] {
  const { detail, field, type } = error;
  const [, what, kind, path] =
    /^(\w+)(?: boundary)? value must be of type (\w+ .*) in \.?(\S*)$/.exec(detail) ?? [];
  if (what !== undefined) {
    const range = `out of range for ${kind}`;
    return what === 'Checked' ? [path === '' ? range : `${path}: ${range}`] : [];
  }
  const showsValue = type === 'NotSupported' || type === 'Duplicate';
  const rule = detail === '' || showsValue ? fieldErrorBody(error) : detail.replace(/^\S* in body /, '');
  const text = /^should (be|match) /.test(rule) ? `${JSON.stringify(error.value)} ${rule}` : rule;
  return [field === '<nil>' ? text.trim() : `${field}: ${text}`];
}
