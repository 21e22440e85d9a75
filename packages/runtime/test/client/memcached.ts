import type { CustomResource } from '../../src/objects/object.ts';
import type { Condition } from '../../src/objects/condition.ts';
import { defineKind } from '../../src/objects/kind.ts';

export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export interface MemcachedSpec {
  size: number;
  image?: string;
}

export interface MemcachedStatus {
  readyReplicas?: number;
  conditions?: Condition[];
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

export function memcached(
  changes: { status?: MemcachedStatus; finalizers?: string[]; deleted?: boolean } = {},
): Memcached {
  const { status, finalizers, deleted } = changes;
  return {
    apiVersion: 'cache.example.com/v1',
    kind: 'Memcached',
    metadata: {
      name: 'sample',
      namespace: 'shop',
      uid: 'u-1',
      resourceVersion: '7',
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...(finalizers && { finalizers }),
      ...(deleted && { deletionTimestamp: '2026-01-02T00:00:00Z' }),
    },
    spec: { size: 3 },
    ...(status && { status }),
  };
}
