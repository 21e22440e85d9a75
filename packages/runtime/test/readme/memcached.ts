import { type Condition, type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

export interface Memcached extends CustomResource<{ size: Int32 }, { conditions?: Condition[] }> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
