import { defineKind, type Kind } from '../../src/objects/kind.ts';
import type { ObjectMeta } from '../../src/objects/metadata.ts';
import type { CustomResource } from '../../src/objects/object.ts';

interface MemcachedSpec {
  size: number;
}

interface MemcachedStatus {
  readyReplicas?: number;
}

export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached: Kind<Memcached> = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

export interface Pool extends CustomResource<{ owner: string }> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Pool';
}

export const Pool: Kind<Pool> = defineKind<Pool>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Pool',
  plural: 'pools',
  scope: 'Namespaced',
});

export interface MemcachedOverrides {
  size?: number;
  status?: MemcachedStatus;
  metadata?: Partial<ObjectMeta>;
}

/** A stored Memcached `default/<name>` at a resource version. */
export function memcached(
  name: string,
  version: number | string,
  overrides: MemcachedOverrides = {},
): Memcached {
  return {
    apiVersion: 'cache.example.com/v1',
    kind: 'Memcached',
    metadata: storedMetadata(name, version, overrides.metadata),
    spec: { size: overrides.size ?? 1 },
    ...(overrides.status && { status: overrides.status }),
  };
}

/** A Pool owned by a Memcached of that name and uid. */
export function pool(name: string, version: number | string, owner: { name: string; uid: string }): Pool {
  const ownerReferences = [
    {
      apiVersion: 'cache.example.com/v1',
      kind: 'Memcached',
      ...owner,
      controller: true,
      blockOwnerDeletion: true,
    },
  ];
  return {
    apiVersion: 'cache.example.com/v1',
    kind: 'Pool',
    metadata: storedMetadata(name, version, { ownerReferences }),
    spec: { owner: owner.name },
  };
}

function storedMetadata(name: string, version: number | string, more: Partial<ObjectMeta> = {}): ObjectMeta {
  return {
    name,
    namespace: 'default',
    uid: `uid-of-${name}`,
    resourceVersion: String(version),
    creationTimestamp: '2026-01-01T00:00:00Z',
    generation: 1,
    ...more,
  };
}
