import type { JSONSchemaProps, ValidationRule } from '../../../src/schema/json-schema-props.ts';

/** The schema of a Memcached's spec with every kind of field that rules can read, and the rules given. */
export function memcachedSpec(...rules: ValidationRule[]): JSONSchemaProps {
  return { ...spec, 'x-kubernetes-validations': rules };
}

const text: JSONSchemaProps = { type: 'string' };

const spec: JSONSchemaProps = {
  type: 'object',
  required: ['name', 'items'],
  properties: {
    name: text,
    short: { type: 'string', maxLength: 10 },
    level: { type: 'string', enum: ['a', 'bcd'] },
    size: { type: 'integer' },
    ratio: { type: 'number' },
    enabled: { type: 'boolean' },
    port: { 'x-kubernetes-int-or-string': true },
    since: { type: 'string', format: 'date-time' },
    timeout: { type: 'string', format: 'duration' },
    day: { type: 'string', format: 'date' },
    secret: { type: 'string', format: 'byte' },
    words: { type: 'array', items: text },
    few: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 8 } },
    numbers: { type: 'array', maxItems: 20, items: { type: 'integer' } },
    items: {
      type: 'array',
      maxItems: 10,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['key'],
      items: {
        type: 'object',
        required: ['key'],
        properties: {
          key: { type: 'string', maxLength: 16 },
          value: { type: 'integer' },
          tags: { type: 'array', items: text, maxItems: 3 },
        },
      },
    },
    servers: { type: 'array', items: { type: 'object', properties: { host: text } } },
    tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    labels: { type: 'object', additionalProperties: text },
    limits: { type: 'object', maxProperties: 4, additionalProperties: { type: 'string', maxLength: 5 } },
    nested: {
      type: 'object',
      properties: { deep: { type: 'object', properties: { text: { type: 'string', maxLength: 30 } } } },
    },
    anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    unseen: { 'x-kubernetes-preserve-unknown-fields': true },
    nothing: { type: 'string', nullable: true },
    'dash-ed': text,
    namespace: text,
    'a.b/c__d': { type: 'integer' },
  },
};
