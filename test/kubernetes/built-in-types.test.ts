import { type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';
import { expect, test } from 'vitest';
import { builtInSchema, schemaOfClientNodeType, schemaOfKind } from '../../src/kubernetes/built-in-types.ts';
import { loadFacts } from '../../src/kubernetes/facts.ts';

const facts = await loadFacts();

test.each([
  ['core', 'v1', 'ServicePort', 'io.k8s.api.core.v1.ServicePort'],
  ['meta', 'v1', 'Condition', 'io.k8s.apimachinery.pkg.apis.meta.v1.Condition'],
  ['networking', 'v1', 'IngressRule', 'io.k8s.api.networking.v1.IngressRule'],
])('%s/%s has %s', (group, version, type, schema) => {
  expect(schemaOfKind(facts, group, version, type)).toBe(schema);
});

test.each([
  ['V1ServicePort', 'io.k8s.api.core.v1.ServicePort'],
  ['V1Deployment', 'io.k8s.api.apps.v1.Deployment'],
  ['EventsV1Event', 'io.k8s.api.events.v1.Event'],
  ['V1Nothing', undefined],
])('finds the schema by the client-node name %s', (name, schema) => {
  expect(schemaOfClientNodeType(facts, name)).toBe(schema);
});

test('a pod template is structural: every node has a type, and keys of lists are required or have a default', () => {
  const problems: string[] = [];
  const visit = (schema: JSONSchemaProps, path: string): void => {
    const open = schema['x-kubernetes-preserve-unknown-fields'] ?? schema['x-kubernetes-int-or-string'];
    if (schema.type === undefined && open === undefined) problems.push(`${path} has no type`);
    for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
      const { properties = {}, required = [] } = schema.items ?? {};
      const given = required.includes(key) || properties[key]?.default !== undefined;
      if (!given) problems.push(`${path} has the key ${key}, which may be absent`);
    }
    if (schema.items !== undefined) visit(schema.items, `${path}[]`);
    const values = valueSchema(schema);
    if (values !== undefined) visit(values, `${path}{}`);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      visit(property, `${path}.${name}`);
  };
  visit(builtInSchema(facts, 'io.k8s.api.core.v1.PodTemplateSpec'), 'template');
  expect(problems).toEqual([]);
});

test('keeps a zero-value default on an optional field and drops it on a required one', () => {
  const { items } = builtInSchema(facts, 'io.k8s.api.core.v1.PodSpec').properties?.['imagePullSecrets'] ?? {};
  expect(items?.properties?.['name']).toEqual({ type: 'string', default: '' });
  expect(builtInSchema(facts, 'io.k8s.api.core.v1.ServicePort').properties?.['port']).toEqual({
    type: 'integer',
    format: 'int32',
  });
});

test('each field has its own schema, so that changing one does not change another', () => {
  const name = 'io.k8s.api.core.v1.ServicePort';
  const first = builtInSchema(facts, name);
  first.description = 'Where to listen.';
  expect(builtInSchema(facts, name)).not.toHaveProperty('description');
});

test('facts of another minor produce separate schemas', () => {
  const name = 'io.k8s.api.core.v1.ServicePort';
  const { properties = {} } = builtInSchema(facts, name);
  const without = { schemas: { ...facts.schemas, [name]: { type: 'object' } } };
  expect(builtInSchema(without, name)).toEqual({ type: 'object' });
  expect(builtInSchema(facts, name).properties).toEqual(properties);
});
