import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../src/field-errors.ts';
import type { JSONSchemaProps } from '../../src/schema/json-schema-props.ts';
import { validate, type ValidateOptions } from '../../src/schema/validate.ts';

const memcached: JSONSchemaProps = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['image'],
      properties: {
        size: { type: 'integer', format: 'int32', minimum: 1, maximum: 5 },
        half: { type: 'number', multipleOf: 0.5, minimum: 0, exclusiveMinimum: true },
        image: { type: 'string', minLength: 2, maxLength: 8, pattern: '^[a-z:]+$' },
        policy: { type: 'string', enum: ['Always', 'Never'] },
        labels: { type: 'object', maxProperties: 2, additionalProperties: { type: 'string' } },
        nodes: { type: 'array', maxItems: 2, minItems: 1, items: { type: 'string' } },
        zones: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port'],
          items: {
            type: 'object',
            properties: { port: { type: 'integer' }, name: { type: 'string', minLength: 1 } },
          },
        },
        target: { 'x-kubernetes-int-or-string': true },
        since: { type: 'string', format: 'date-time' },
        odd: { type: 'string', format: 'shoe-size' },
        either: { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
        any: { type: 'string', anyOf: [{ minLength: 5 }, { pattern: '^x' }] },
        all: { type: 'string', allOf: [{ minLength: 5 }, { pattern: '^x' }] },
        unlike: { type: 'string', not: { enum: ['root'] } },
        nothing: { type: 'string', nullable: true },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
  },
};

function problems(spec: Record<string, unknown>, options?: ValidateOptions): string[] {
  return validate({ spec: { image: 'mem:a', ...spec } }, memcached, options).map(fieldErrorText);
}

const old = (spec: Record<string, unknown>): ValidateOptions => ({
  old: { spec: { image: 'mem:a', ...spec } },
});

describe('validate', () => {
  it.each([
    [
      'a string for an integer',
      { size: 'a' },
      'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
    ],
    [
      'a number for a string',
      { image: 3 },
      'spec.image: Invalid value: "integer": spec.image in body must be of type string: "integer"',
    ],
    [
      'null where none may be',
      { image: null },
      'spec.image: Invalid value: "null": spec.image in body must be of type string: "null"',
    ],
    [
      'a list for a map',
      { labels: [] },
      'spec.labels: Invalid value: "array": spec.labels in body must be of type object: "array"',
    ],
    [
      'a number for a map value',
      { labels: { a: 1 } },
      'spec.labels.a: Invalid value: "integer": spec.labels.a in body must be of type string: "integer"',
    ],
    [
      'too small',
      { size: 0 },
      'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
    ],
    [
      'too large',
      { size: 6 },
      'spec.size: Invalid value: 6: spec.size in body should be less than or equal to 5',
    ],
    [
      'an excluded bound',
      { half: 0 },
      'spec.half: Invalid value: 0: spec.half in body should be greater than 0',
    ],
    [
      'no multiple',
      { half: 0.3 },
      'spec.half: Invalid value: 0.3: spec.half in body should be a multiple of 0.5',
    ],
    [
      'too short',
      { image: 'a' },
      'spec.image: Invalid value: "a": spec.image in body should be at least 2 chars long',
    ],
    ['too long', { image: 'abcdefghi' }, 'spec.image: Too long: may not be more than 8 bytes'],
    [
      'another pattern',
      { image: 'A1' },
      `spec.image: Invalid value: "A1": spec.image in body should match '^[a-z:]+$'`,
    ],
    [
      'an unknown word',
      { policy: 'Often' },
      'spec.policy: Unsupported value: "Often": supported values: "Always", "Never"',
    ],
    ['too many items', { nodes: ['a', 'b', 'c'] }, 'spec.nodes: Too many: 3: must have at most 2 items'],
    [
      'too few items',
      { nodes: [] },
      'spec.nodes: Invalid value: 0: spec.nodes in body should have at least 1 items',
    ],
    [
      'a wrong item',
      { nodes: [1] },
      'spec.nodes[0]: Invalid value: "integer": spec.nodes[0] in body must be of type string: "integer"',
    ],
    [
      'too many properties',
      { labels: { a: '', b: '', c: '' } },
      'spec.labels: Too many: 3: must have at most 2 items',
    ],
    ['twice in a set', { zones: ['a', 'b', 'a'] }, 'spec.zones[2]: Duplicate value: "a"'],
    [
      'twice in a map',
      { ports: [{ port: 1 }, { port: 1, name: 'x' }] },
      'spec.ports[1]: Duplicate value: {"port":1}',
    ],
    [
      'neither integer nor string',
      { target: true },
      'spec.target: Invalid value: "boolean": spec.target in body must be of type integer,string: "boolean"',
    ],
    [
      'no date',
      { since: 'yesterday' },
      'spec.since: Invalid value: "yesterday": spec.since in body must be of type date-time: "yesterday"',
    ],
    [
      'none of the alternatives',
      { either: {} },
      '<nil>: Invalid value: "": "spec.either" must validate one and only one schema (oneOf). Found none valid',
    ],
    [
      'both alternatives',
      { either: { a: 1, b: 1 } },
      '<nil>: Invalid value: "": "spec.either" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
    [
      'no alternative at all',
      { any: 'abc' },
      '<nil>: Invalid value: "": "spec.any" must validate at least one schema (anyOf)',
    ],
    [
      'not all of them',
      { all: 'xy' },
      '<nil>: Invalid value: "": "spec.all" must validate all the schemas (allOf)',
    ],
    [
      'what must not be',
      { unlike: 'root' },
      '<nil>: Invalid value: "": "spec.unlike" must not validate the schema (not)',
    ],
    [
      'an embedded object of no kind',
      { template: { apiVersion: 'v1' } },
      'spec.template.kind: Required value',
    ],
  ])('refuses %s', (_, spec, message) => {
    expect(problems(spec)).toContain(message);
  });

  it('names what is missing', () => {
    expect(validate({ spec: {} }, memcached).map(fieldErrorText)).toEqual(['spec.image: Required value']);
  });

  it.each([
    ['an integer and a text for int-or-string', { target: 3 }],
    ['a text for int-or-string', { target: '30%' }],
    ['null where it is nullable', { nothing: null }],
    ['formats that it does not know', { odd: '44' }],
    ['a date and time', { since: '2026-11-21T05:00:00Z' }],
    ['lists without repeats', { zones: ['a', 'b'], ports: [{ port: 1 }, { port: 2 }] }],
  ])('accepts %s', (_, spec) => {
    expect(problems(spec)).toEqual([]);
  });

  describe('on an update', () => {
    it('tolerates what was wrong before and did not change', () => {
      expect(problems({ size: 9, policy: 'Never' }, old({ size: 9 }))).toEqual([]);
    });
    it('refuses what was wrong before and is wrong in another way now', () => {
      expect(problems({ size: 10 }, old({ size: 9 }))).toHaveLength(1);
    });
    it('matches the items of a map-like list by their keys', () => {
      const before = old({ ports: [{ port: 1, name: '' }] });
      expect(
        problems(
          {
            ports: [
              { port: 2, name: 'x' },
              { port: 1, name: '' },
            ],
          },
          before,
        ),
      ).toEqual([]);
      expect(
        problems(
          {
            ports: [
              { port: 2, name: '' },
              { port: 1, name: '' },
            ],
          },
          before,
        ),
      ).toHaveLength(1);
    });
    it('tolerates a set that had repeats already', () => {
      expect(problems({ zones: ['a', 'a', 'b'] }, old({ zones: ['a', 'a'] }))).toEqual([]);
    });
  });

  it('files errors of a part under the whole', () => {
    const status: JSONSchemaProps = { type: 'object', properties: { ready: { type: 'boolean' } } };
    expect(validate({ ready: 1 }, status, { path: 'status' }).map(fieldErrorText)).toEqual([
      'status.ready: Invalid value: "integer": ready in body must be of type boolean: "integer"',
    ]);
  });
});
