import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { Json } from '@opgen/rules/json';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type JsonSchema, jsonSchemaOf } from '../../src/schema/json-schema.ts';
import { isValid } from './draft-7.ts';

const cases = new URL('./cases/', import.meta.url);

/** Draft 7 cannot compare the keys of list items. */
const accepted = [{ spec: { names: [], rooms: { north: [{ name: 'a' }, { name: 'a' }] } } }];

describe.each(readdirSync(cases))('the JSON Schema of %s', (name) => {
  const read = (file: string): string => readFileSync(new URL(`${name}/${file}`, cases), 'utf8');
  const values = (file: string): Record<string, Json>[] =>
    parseAllDocuments(read(file)).map((document) => document.toJS() as Record<string, Json>);
  const definition = parse(read('crd.yaml')) as CustomResourceDefinition;
  const { group, names, versions } = definition.spec;
  const [{ name: version } = { name: '' }] = versions;
  const schema = jsonSchemaOf(definition, version) ?? {};
  const manifest = (fields: Record<string, Json>): Json => ({
    apiVersion: `${group}/${version}`,
    kind: names.kind,
    metadata: { name: 'sample', labels: { app: 'sample' }, finalizers: [] },
    ...fields,
  });

  test.each(values('valid.yaml'))('accepts %j', (fields) => {
    expect(isValid(manifest(fields), schema)).toBe(true);
  });

  test.each(values('invalid.yaml'))('rejects %j', (fields) => {
    expect(isValid(manifest(fields), schema)).toBe(accepted.some((each) => isDeepStrictEqual(each, fields)));
  });

  test('rejects another kind, another version and an unknown field', () => {
    const [fields = {}] = values('valid.yaml');
    for (const wrong of [{ kind: 'Other' }, { apiVersion: `${group}/v0` }, { spek: {} }])
      expect(isValid(manifest({ ...fields, ...wrong }), schema)).toBe(false);
  });
});

function schemaOf(spec: JSONSchemaProps): JsonSchema {
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  const definition: CustomResourceDefinition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'trees.fruit.example.com' },
    spec: {
      group: 'fruit.example.com',
      names: { kind: 'Tree', plural: 'trees' },
      scope: 'Cluster',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
  const { properties } = jsonSchemaOf(definition, 'v1') ?? {};
  return (properties as Record<string, JsonSchema>)['spec'] ?? {};
}

test.each<[string, JSONSchemaProps, JsonSchema]>([
  [
    'an exclusive limit is the limit itself',
    { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9 },
    { type: 'integer', exclusiveMinimum: 1, maximum: 9 },
  ],
  ['null is a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    'null is not compared with alternatives',
    { type: 'string', nullable: true, oneOf: [{ pattern: '^a' }, { pattern: '^b' }] },
    {
      type: ['string', 'null'],
      anyOf: [{ type: 'null' }, { oneOf: [{ pattern: '^a' }, { pattern: '^b' }] }],
    },
  ],
  [
    'a set has unique items',
    { type: 'array', 'x-kubernetes-list-type': 'set' },
    { type: 'array', uniqueItems: true },
  ],
  [
    'a field with a default may be absent',
    {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } },
    },
    {
      type: 'object',
      required: ['b'],
      properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } },
      additionalProperties: false,
    },
  ],
  [
    'an object that keeps unknown fields is open',
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [
    'an alternative that names a field allows others',
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      anyOf: [{ properties: { a: { enum: ['x'] } } }],
    },
    {
      type: 'object',
      anyOf: [{ properties: { a: { enum: ['x'] } } }],
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    },
  ],
])('%s', (_, spec, expected) => {
  expect(schemaOf(spec)).toEqual(expected);
});
