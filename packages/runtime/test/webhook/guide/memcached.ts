import { type CustomResource, defineKind } from '@opgen/runtime';

export interface Memcached extends CustomResource<{ size?: number; tier: string }> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

export interface MemcachedV2 extends CustomResource<{
  replicas?: number;
  pool: { tier: string; zone?: string };
}> {
  apiVersion: 'cache.example.com/v2';
  kind: 'Memcached';
}

export const MemcachedV2 = defineKind<MemcachedV2>({
  apiVersion: 'cache.example.com/v2',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
