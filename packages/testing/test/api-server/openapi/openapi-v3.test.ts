import type { JSONSchemaProps } from '@opgen/rules/schema';
import { expect, it } from 'vitest';
import { openApiDocument, openApiIndex } from '../../../src/api-server/openapi/openapi-v3.ts';
import { referencesIn } from '../../../src/api-server/openapi/references.ts';
import { builtins } from '../../../src/api-server/resources/builtin.ts';
import type { Resource } from '../../../src/api-server/resources/resource.ts';
import { memcacheds } from '../discovery/fixtures.ts';

const { resources, schemas } = builtins();
const all = [...resources, memcacheds];

it('lists the document of each version', () => {
  const { paths } = openApiIndex(all, schemas);
  expect(paths['api/v1']?.serverRelativeURL).toMatch(/^\/openapi\/v3\/api\/v1\?hash=[0-9A-F]+$/);
  expect(Object.keys(paths)).toContain('apis/cache.example.com/v1alpha1');
});

const addressOf = (resource: Resource) =>
  openApiIndex([resource], schemas).paths['apis/cache.example.com/v1alpha1'];

it('changes the hash with the schema', () => {
  expect(addressOf(memcacheds)).not.toEqual(addressOf({ ...memcacheds, schema: { type: 'object' } }));
});

it('tells kubectl that the server validates fields', () => {
  const document = openApiDocument(all, memcacheds, schemas);
  const path = '/apis/cache.example.com/v1alpha1/namespaces/{namespace}/memcacheds/{name}';
  expect(document?.paths[path]).toMatchObject({
    patch: {
      'x-kubernetes-group-version-kind': {
        group: 'cache.example.com',
        version: 'v1alpha1',
        kind: 'Memcached',
      },
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'fieldValidation', in: 'query' })]),
    },
  });
});

it('names the schema of a custom resource by its reversed group', () => {
  const document = openApiDocument(all, memcacheds, schemas);
  expect(document?.components.schemas['com.example.cache.v1alpha1.Memcached']).toMatchObject({
    'x-kubernetes-group-version-kind': [
      { group: 'cache.example.com', version: 'v1alpha1', kind: 'Memcached' },
    ],
    properties: { kind: { type: 'string' }, spec: { type: 'object' } },
  });
});

it('resolves every reference', () => {
  for (const gv of [
    { group: '', version: 'v1' },
    { group: 'apiextensions.k8s.io', version: 'v1' },
    memcacheds,
  ]) {
    const components = openApiDocument(all, gv, schemas)?.components.schemas ?? {};
    const referred = Object.values(components).flatMap((schema) => referencesIn(schema as JSONSchemaProps));
    expect(referred.filter((name) => !Object.hasOwn(components, name))).toEqual([]);
    expect(referred).not.toEqual([]);
  }
});

it('has no document for a version that is not served', () => {
  expect(openApiDocument(all, { group: 'apps', version: 'v1beta1' }, schemas)).toBeUndefined();
});
