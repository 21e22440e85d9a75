import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { startCluster } from '@opgen/testing';
import { expect, test } from 'vitest';
import { readDefinitions } from '../../../src/import/read-definitions.ts';
import { smallestObject } from '../../../src/scaffold/api/smallest-object.ts';

function definition(spec: JSONSchemaProps, required = ['spec']): CustomResourceDefinition {
  const openAPIV3Schema = { type: 'object', required, properties: { spec } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'leaves.pki.elsewhere.org' },
    spec: {
      group: 'pki.elsewhere.org',
      names: { kind: 'Leaf', plural: 'leaves' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

const object = (
  properties: Record<string, JSONSchemaProps>,
  more: JSONSchemaProps = {},
): JSONSchemaProps => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});

test.each<[string, JSONSchemaProps, unknown]>([
  ['required fields only', { ...object({ a: { type: 'string' } }), required: [] }, {}],
  ['no field with a default', object({ a: { type: 'string', default: 'x' } }), {}],
  [
    'the first value of an enum',
    object({ a: { type: 'string', enum: ['Delete', 'Retain'] } }),
    { a: 'Delete' },
  ],
  ['numbers within limits', object({ a: { type: 'integer', minimum: 5 } }), { a: 5 }],
  ['text of a format', object({ a: { type: 'string', format: 'date-time' } }), { a: '2024-01-01T00:00:00Z' }],
  ['text that matches a pattern', object({ a: { type: 'string', pattern: '^[0-9]+h$' } }), { a: '1h' }],
  [
    'as many items as needed',
    object({ a: { type: 'array', minItems: 1, items: { type: 'boolean' } } }),
    { a: [true] },
  ],
  [
    'the first alternative',
    { ...object({ a: { type: 'string' } }), required: [], oneOf: [{ required: ['a'] }] },
    { a: 'sample' },
  ],
])('has %s', (_, spec, expected) => {
  expect(smallestObject(definition(spec), 'v1')).toEqual({ spec: expected });
});

test.each<[string, JSONSchemaProps]>([
  ['an unusual pattern', object({ a: { type: 'string', pattern: '^x{7}$' } })],
  ['an invalid pattern', object({ a: { type: 'string', pattern: '(' } })],
  ['a very long list', object({ a: { type: 'array', minItems: 1_000_000_000, items: { type: 'boolean' } } })],
  ['a rule', object({ a: { type: 'string' } }, { 'x-kubernetes-validations': [{ rule: "self.a == 'b'" }] })],
])('is unknown for %s', (_, spec) => {
  expect(smallestObject(definition(spec), 'v1')).toBeUndefined();
});

test('has no spec if none is required', () => {
  expect(smallestObject(definition({ type: 'object' }, []), 'v1')).toEqual({});
});

const crds = fileURLToPath(new URL('../../import/crds/', import.meta.url));
const definitions = readdirSync(crds).flatMap((file) =>
  readDefinitions(readFileSync(join(crds, file), 'utf8'), file),
);

test.each(definitions)('is accepted by an API server for $metadata.name', async (crd) => {
  const { group, names, scope, versions } = crd.spec;
  const { kind, plural } = names;
  await using cluster = await startCluster({ objects: [crd] });
  for (const { name: version } of versions.filter(({ served }) => served)) {
    const fields = smallestObject(crd, version);
    if (fields === undefined) continue;
    const apiVersion = `${group}/${version}`;
    const metadata = { name: `sample-${version}`, ...(scope === 'Namespaced' && { namespace: 'default' }) };
    const created = await cluster.client.create(
      { group, version, apiVersion, kind, plural, scope },
      { metadata, ...fields },
    );
    expect(created).toMatchObject({ apiVersion, kind });
  }
});
