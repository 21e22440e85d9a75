import { type CustomResource, defineKind, type Int32, type Int64 } from '@opgen/runtime';

export interface MemcachedSpec {
  size: Int32;
}

export interface MemcachedStatus {
  observedGeneration: Int64;
  ready: boolean;
}

export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  apiVersion: 'benchmark.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'benchmark.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
