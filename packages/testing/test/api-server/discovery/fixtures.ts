import type { Resource } from '../../../src/api-server/resources/resource.ts';
import { RuleValidator } from '@opgen/rules/cel';

export const memcacheds: Resource = {
  group: 'cache.example.com',
  version: 'v1alpha1',
  kind: 'Memcached',
  listKind: 'MemcachedList',
  plural: 'memcacheds',
  singular: 'memcached',
  namespaced: true,
  verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
  shortNames: ['mc'],
  categories: [],
  subresources: [
    {
      name: 'status',
      group: 'cache.example.com',
      version: 'v1alpha1',
      kind: 'Memcached',
      verbs: ['get', 'patch', 'update'],
    },
    { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get', 'patch', 'update'] },
  ],
  minor: '1.36',
  resolve: () => undefined,
  schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
  },
  custom: { columns: [], rules: new RuleValidator({}), selectableFields: [], storageVersion: 'v1' },
};

/** The same kind in versions that are not sorted by priority. */
export const memcachedVersions: readonly Resource[] = ['v1alpha1', 'v1', 'v1beta2', 'v1beta10'].map(
  (version) => ({
    ...memcacheds,
    version,
  }),
);
