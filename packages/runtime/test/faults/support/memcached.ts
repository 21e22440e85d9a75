import { type CustomResource, defineKind } from '../../../src/index.ts';

export interface Memcached extends CustomResource<
  { size: number; flavour?: string },
  { observedGeneration?: number; changes?: number; ready?: number; problem?: string }
> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

const count = { type: 'integer' };

export const memcachedCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'memcacheds.cache.example.com' },
  spec: {
    group: 'cache.example.com',
    scope: 'Namespaced',
    names: {
      kind: 'Memcached',
      listKind: 'MemcachedList',
      plural: 'memcacheds',
      singular: 'memcached',
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: { size: { ...count, minimum: 0, maximum: 9 }, flavour: { type: 'string' } },
              },
              status: {
                type: 'object',
                properties: {
                  observedGeneration: count,
                  changes: count,
                  ready: count,
                  problem: { type: 'string' },
                },
              },
            },
          },
        },
      },
    ],
  },
};
