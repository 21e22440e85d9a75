import type { Json } from '@opgen/rules/json';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { ChangeRule, Severity } from '../../../src/kubernetes/change.ts';

export interface ChangeCase {
  title: string;
  before: JSONSchemaProps;
  after: JSONSchemaProps;
  rule: ChangeRule;
  severity: Severity;
  path: string;
  /** A value accepted before and rejected after, which proves that the change is breaking. */
  refused?: Json;
}

const text: JSONSchemaProps = { type: 'string' };
const integer: JSONSchemaProps = { type: 'integer' };
const list = (items: JSONSchemaProps, more: JSONSchemaProps = {}): JSONSchemaProps => ({
  type: 'array',
  items,
  ...more,
});
const object = (
  properties: Record<string, JSONSchemaProps>,
  more: JSONSchemaProps = {},
): JSONSchemaProps => ({
  type: 'object',
  properties,
  ...more,
});
const open: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const anything: JSONSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };
const intOrString: JSONSchemaProps = { 'x-kubernetes-int-or-string': true };
const map = (additionalProperties: JSONSchemaProps): JSONSchemaProps => ({
  type: 'object',
  additionalProperties,
});
const port = object({ name: text, port: integer }, { required: ['name'] });
const byName: JSONSchemaProps = {
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
};
const immutable = { rule: 'self == oldSelf' };

type Row = [
  title: string,
  before: JSONSchemaProps,
  after: JSONSchemaProps,
  rule: ChangeRule,
  path: string,
  refused?: Json,
];

const breaks: Row[] = [
  ['a removed field', object({ size: integer }), object({}), 'field-removed', '.size', { size: 1 }],
  ['removed map values', map(text), object({}), 'field-removed', '{}', { a: 'b' }],
  [
    'a specified field instead of unknown fields',
    open,
    object({ size: integer }, open),
    'field-narrowed',
    '.size',
    { size: 'a' },
  ],
  ['a schema for all unknown fields', open, { ...open, ...map(text) }, 'field-narrowed', '{}', { a: 1 }],
  [
    'a newly required field',
    object({ size: integer }),
    object({ size: integer }, { required: ['size'] }),
    'field-required',
    '.size',
    {},
  ],
  [
    'a new required field',
    object({}),
    object({ size: integer }, { required: ['size'] }),
    'field-required',
    '.size',
    {},
  ],
  [
    'a removed default of a required field',
    object({ size: { ...integer, default: 1 } }, { required: ['size'] }),
    object({ size: integer }, { required: ['size'] }),
    'field-required',
    '.size',
    {},
  ],
  ['another type', text, integer, 'type-changed', '', 'a'],
  ['integers instead of numbers', { type: 'number' }, integer, 'type-changed', '', 1.5],
  ['text instead of a number or text', intOrString, text, 'type-changed', '', 1],
  ['text instead of any value', anything, text, 'type-changed', '', 1],
  [
    'a list in place of one',
    object({ port }),
    object({ port: list(port) }),
    'type-changed',
    '.port',
    { port: { name: 'a' } },
  ],
  ['null no longer allowed', { ...text, nullable: true }, text, 'nullable-removed', '', null],
  [
    'a smaller integer size',
    { ...integer, format: 'int64' },
    { ...integer, format: 'int32' },
    'validation-tightened',
    '',
  ],
  ['a format', text, { ...text, format: 'date-time' }, 'validation-added', ''],
  ['a format of names', text, { ...text, format: 'k8s-short-name' }, 'validation-added', ''],
  ['another format', { ...text, format: 'ipv4' }, { ...text, format: 'ipv6' }, 'validation-tightened', ''],
  ['a list of values', text, { ...text, enum: ['a'] }, 'validation-added', '', 'b'],
  ['fewer values', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }, 'validation-tightened', '', 'b'],
  ['a minimum', integer, { ...integer, minimum: 1 }, 'validation-added', '', 0],
  [
    'a greater minimum',
    { ...integer, minimum: 1 },
    { ...integer, minimum: 2 },
    'validation-tightened',
    '',
    1,
  ],
  [
    'a minimum that becomes exclusive',
    { ...integer, minimum: 1 },
    { ...integer, minimum: 1, exclusiveMinimum: true },
    'validation-tightened',
    '',
    1,
  ],
  [
    'a smaller maximum',
    { ...integer, maximum: 9 },
    { ...integer, maximum: 8 },
    'validation-tightened',
    '',
    9,
  ],
  [
    'a greater minimum instead of an exclusive one',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', minimum: 2 },
    'validation-tightened',
    '',
    1.5,
  ],
  [
    'a maximum that becomes exclusive',
    { ...integer, maximum: 9 },
    { ...integer, maximum: 9, exclusiveMaximum: true },
    'validation-tightened',
    '',
    9,
  ],
  ['multiples', integer, { ...integer, multipleOf: 2 }, 'validation-added', '', 1],
  [
    'another multipleOf',
    { ...integer, multipleOf: 2 },
    { ...integer, multipleOf: 3 },
    'validation-tightened',
    '',
    2,
  ],
  ['a greater minimum length', text, { ...text, minLength: 1 }, 'validation-added', '', ''],
  [
    'a smaller maximum length',
    { ...text, maxLength: 3 },
    { ...text, maxLength: 2 },
    'validation-tightened',
    '',
    'abc',
  ],
  ['a pattern', text, { ...text, pattern: '^a$' }, 'validation-added', '', 'b'],
  [
    'another pattern',
    { ...text, pattern: '^b$' },
    { ...text, pattern: '^a$' },
    'validation-tightened',
    '',
    'b',
  ],
  ['more items', list(text), list(text, { minItems: 1 }), 'validation-added', '', []],
  ['fewer items', list(text), list(text, { maxItems: 0 }), 'validation-added', '', ['a']],
  ['more fields', map(text), { ...map(text), minProperties: 1 }, 'validation-added', '', {}],
  ['fewer fields', map(text), { ...map(text), maxProperties: 0 }, 'validation-added', '', { a: 'b' }],
  ['another schema in allOf', text, { ...text, allOf: [{ minLength: 1 }] }, 'validation-added', '', ''],
  [
    'a schema removed from anyOf',
    { ...text, anyOf: [{ minLength: 9 }, { maxLength: 1 }] },
    { ...text, anyOf: [{ minLength: 9 }] },
    'validation-tightened',
    '',
  ],
  ['an added oneOf', text, { ...text, oneOf: [{ minLength: 1 }] }, 'validation-added', ''],
  ['an added not', text, { ...text, not: { maxLength: 1 } }, 'validation-added', ''],
  ['a rule', text, { ...text, 'x-kubernetes-validations': [immutable] }, 'rule-added', ''],
  [
    'another rule, which may be looser',
    { ...text, 'x-kubernetes-validations': [{ rule: 'size(self) < 3' }] },
    { ...text, 'x-kubernetes-validations': [{ rule: 'size(self) < 4' }] },
    'rule-changed',
    '',
  ],
  [
    'a rule that new objects keep too',
    { ...text, 'x-kubernetes-validations': [immutable] },
    { ...text, 'x-kubernetes-validations': [{ ...immutable, optionalOldSelf: true }] },
    'rule-changed',
    '',
  ],
  ['an embedded resource', open, { ...open, 'x-kubernetes-embedded-resource': true }, 'validation-added', ''],
  [
    'a set instead of a list',
    list(text),
    list(text, { 'x-kubernetes-list-type': 'set' }),
    'list-type-changed',
    '',
  ],
  ['a list map instead of a list', list(port), list(port, byName), 'list-type-changed', ''],
  [
    'other list map keys',
    list(port, byName),
    list(port, { ...byName, 'x-kubernetes-list-map-keys': ['name', 'port'] }),
    'list-type-changed',
    '',
  ],
  ['an atomic map', map(text), { ...map(text), 'x-kubernetes-map-type': 'atomic' }, 'map-type-changed', ''],
  ['pruning', open, object({}), 'pruning-on', '', { a: 1 }],
  [
    'a change below lists and maps',
    list(map(list(text))),
    list(map(list({ ...text, maxLength: 1 }))),
    'validation-added',
    '[]{}[]',
    [{ a: ['bc'] }],
  ],
];

const carries: Row[] = [
  ['null', text, { ...text, nullable: true }, 'nullable-added', ''],
  ['more values', { ...text, enum: ['a'] }, { ...text, enum: ['b', 'a'] }, 'enum-widened', ''],
  ['a removed list of values', { ...text, enum: ['a'] }, text, 'enum-widened', ''],
  ['a default', integer, { ...integer, default: 1 }, 'default-added', ''],
  ['numbers instead of integers', integer, { type: 'number' }, 'type-widened', ''],
  ['numbers or text instead of text', text, intOrString, 'type-widened', ''],
  ['any value instead of text', text, anything, 'type-widened', ''],
  ['another default', { ...integer, default: 1 }, { ...integer, default: 2 }, 'default-changed', ''],
  ['a removed default', { ...integer, default: 1 }, integer, 'default-removed', ''],
];

const harmless: Row[] = [
  ['a new field', object({}), object({ size: integer }), 'field-added', '.size'],
  ['arbitrary field names', object({}), map(text), 'field-added', '{}'],
  [
    'a field that becomes an unknown field',
    object({ size: integer }, open),
    open,
    'validation-loosened',
    '.size',
  ],
  [
    'a field that becomes optional',
    object({ size: integer }, { required: ['size'] }),
    object({ size: integer }),
    'field-optional',
    '.size',
  ],
  [
    'a greater integer size',
    { ...integer, format: 'int32' },
    { ...integer, format: 'int64' },
    'validation-loosened',
    '',
  ],
  ['a removed format', { ...text, format: 'date-time' }, text, 'validation-loosened', ''],
  ['a smaller minimum', { ...integer, minimum: 2 }, { ...integer, minimum: 1 }, 'validation-loosened', ''],
  ['a removed maximum', { ...integer, maximum: 2 }, integer, 'validation-loosened', ''],
  [
    'a minimum that is no longer exclusive',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', minimum: 1 },
    'validation-loosened',
    '',
  ],
  [
    'a smaller exclusive minimum',
    { type: 'number', minimum: 1 },
    { type: 'number', minimum: 0, exclusiveMinimum: true },
    'validation-loosened',
    '',
  ],
  [
    'a multipleOf with more values',
    { ...integer, multipleOf: 4 },
    { ...integer, multipleOf: 2 },
    'validation-loosened',
    '',
  ],
  ['a removed pattern', { ...text, pattern: 'a' }, text, 'validation-loosened', ''],
  [
    'another schema in anyOf',
    { ...text, anyOf: [{ minLength: 9 }] },
    { ...text, anyOf: [{ minLength: 9 }, { maxLength: 1 }] },
    'validation-loosened',
    '',
  ],
  ['a schema removed from allOf', { ...text, allOf: [{ minLength: 1 }] }, text, 'validation-loosened', ''],
  ['a removed rule', { ...text, 'x-kubernetes-validations': [immutable] }, text, 'rule-removed', ''],
  ['unknown fields that are now preserved', object({}), open, 'pruning-off', ''],
  [
    'a removed embedded resource',
    { ...open, 'x-kubernetes-embedded-resource': true },
    open,
    'validation-loosened',
    '',
  ],
];

function cases(severity: Severity, rows: readonly Row[]): ChangeCase[] {
  return rows.map(([title, before, after, rule, path, ...[refused]]) => ({
    title,
    before,
    after,
    rule,
    severity,
    path,
    ...(refused !== undefined && { refused }),
  }));
}

export const changeCases: readonly ChangeCase[] = [
  ...cases('breaking', breaks),
  ...cases('caution', carries),
  ...cases('safe', harmless),
];

/** Changes without an effect on validation. */
export const equalSchemas: readonly [title: string, before: JSONSchemaProps, after: JSONSchemaProps][] = [
  [
    'an exclusive integer limit, rewritten as the next inclusive one',
    { ...integer, minimum: 0, exclusiveMinimum: true, maximum: 9 },
    { ...integer, minimum: 1, maximum: 10, exclusiveMaximum: true },
  ],
  ['a limit that every value satisfies', text, { ...text, minLength: 0 }],
  ['other descriptions', { ...text, description: 'a' }, { ...text, title: 'b', example: 'c' }],
  [
    'another order',
    object({ a: text, b: integer }, { required: ['a', 'b'] }),
    object({ b: integer, a: text }, { required: ['b', 'a'] }),
  ],
  ['a list that becomes explicitly atomic', list(text), list(text, { 'x-kubernetes-list-type': 'atomic' })],
  [
    'a redundant anyOf for an integer or string',
    intOrString,
    { ...intOrString, anyOf: [{ type: 'integer' }, { type: 'string' }] },
  ],
  [
    'an anyOf that moves into allOf',
    { ...text, anyOf: [{ minLength: 9 }, { maxLength: 1 }] },
    { ...text, allOf: [{ anyOf: [{ minLength: 9 }, { maxLength: 1 }] }] },
  ],
  [
    'limits in allOf',
    { ...text, minLength: 1, enum: ['a'] },
    { ...text, allOf: [{ minLength: 1 }, { enum: ['a'] }] },
  ],
  ['another spelling of a format', { ...text, format: 'datetime' }, { ...text, format: 'date-time' }],
  ['a format that the API server does not know', text, { ...text, format: 'cron' }],
  ['a minimum length of zero', text, { ...text, minLength: 0 }],
  [
    'another message',
    { ...text, 'x-kubernetes-validations': [immutable] },
    { ...text, 'x-kubernetes-validations': [{ ...immutable, message: 'no' }] },
  ],
  [
    'a required field with a default',
    object({ a: { ...text, default: 'b' } }),
    object({ a: { ...text, default: 'b' } }, { required: ['a'] }),
  ],
];
