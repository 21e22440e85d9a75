import type { Json } from '../kubernetes/json.ts';
import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';

/**
 * What is wrong with a value under a schema, in words; nothing when it fits.
 *
 * Knows what defaults need: types, limits, enums, required and unknown properties. It judges a value as the server
 * sees it after defaulting, so a missing property that has a default is not missing.
 */
export function validateValue(value: Json, schema: JSONSchemaProps, path = ''): string[] {
  const at = path === '' ? '' : `${path}: `;
  if (value === null) {
    const isOpen = schema.type === undefined && schema['x-kubernetes-int-or-string'] === undefined;
    return schema.nullable || isOpen ? [] : [`${at}may not be null`];
  }
  const wrongType = typeProblem(value, schema);
  if (wrongType !== undefined) return [`${at}${wrongType}`];

  const problems: string[] = [];
  const say = (wrong: boolean, message: string) => {
    if (wrong) problems.push(`${at}${message}`);
  };
  if (schema.enum !== undefined) {
    const allowed = schema.enum.map((item) => JSON.stringify(item));
    say(
      !allowed.includes(JSON.stringify(value)),
      `${JSON.stringify(value)} is none of ${allowed.join(', ')}`,
    );
  }
  if (typeof value === 'number') {
    const {
      minimum = -Infinity,
      maximum = Infinity,
      exclusiveMinimum,
      exclusiveMaximum,
      multipleOf,
    } = schema;
    say(exclusiveMinimum ? value <= minimum : value < minimum, `${value} is less than ${minimum}`);
    say(exclusiveMaximum ? value >= maximum : value > maximum, `${value} is more than ${maximum}`);
    say(
      multipleOf !== undefined && !Number.isInteger(value / multipleOf),
      `${value} is no multiple of ${multipleOf}`,
    );
  }
  if (typeof value === 'string') {
    const length = [...value].length;
    say(length < (schema.minLength ?? 0), `is shorter than ${schema.minLength} characters`);
    say(length > (schema.maxLength ?? Infinity), `is longer than ${schema.maxLength} characters`);
    say(
      schema.pattern !== undefined && matches(value, schema.pattern) === false,
      `does not match ${schema.pattern}`,
    );
  }
  if (Array.isArray(value)) {
    say(value.length < (schema.minItems ?? 0), `has fewer than ${schema.minItems} items`);
    say(value.length > (schema.maxItems ?? Infinity), `has more than ${schema.maxItems} items`);
    const { items } = schema;
    if (items !== undefined)
      value.forEach((item, index) => problems.push(...validateValue(item, items, `${path}[${index}]`)));
  } else if (typeof value === 'object') {
    problems.push(...propertyProblems(value, schema, path));
  }
  for (const part of schema.allOf ?? [])
    problems.push(...validateValue(value, { ...part, ...keepUnknown }, path));
  const fits = (part: JSONSchemaProps) =>
    validateValue(value, { ...part, ...keepUnknown }, path).length === 0;
  const { anyOf, not, oneOf } = schema;
  say(anyOf !== undefined && !anyOf.some(fits), 'is none of what it may be');
  say(oneOf !== undefined && oneOf.filter(fits).length !== 1, 'is not exactly one of what it may be');
  say(not !== undefined && fits(not), 'is what it must not be');
  return problems;
}

const keepUnknown: JSONSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

function propertyProblems(value: { [key: string]: Json }, schema: JSONSchemaProps, path: string): string[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const count = Object.keys(value).length;
  const problems: string[] = [];
  if (count < (schema.minProperties ?? 0))
    problems.push(`${path} has fewer than ${schema.minProperties} properties`);
  if (count > (schema.maxProperties ?? Infinity))
    problems.push(`${path} has more than ${schema.maxProperties} properties`);
  for (const name of required) {
    if (!(name in value) && properties[name]?.default === undefined) problems.push(`${at(name)} is required`);
  }
  for (const [name, item] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known !== undefined) problems.push(...validateValue(item, known, at(name)));
    else if (!isOpen) problems.push(`${at(name)} is unknown`);
  }
  return problems;
}

function typeProblem(value: Json, schema: JSONSchemaProps): string | undefined {
  const type = Array.isArray(value) ? 'array' : typeof value;
  if (schema['x-kubernetes-int-or-string']) {
    return Number.isInteger(value) || type === 'string'
      ? undefined
      : `${JSON.stringify(value)} is neither integer nor text`;
  }
  if (schema.type === undefined) return undefined;
  const fits = schema.type === 'integer' ? Number.isInteger(value) : schema.type === type;
  return fits ? undefined : `${JSON.stringify(value)} is not of type ${schema.type}`;
}

/** `undefined` when JavaScript cannot compile the pattern: RE2 has forms of its own. */
export function matches(value: string, pattern: string): boolean | undefined {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return undefined;
  }
}
