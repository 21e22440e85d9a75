import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/objects/object.ts';
import { controllerOf, controllerReference, isBeingDeleted, isOwnedBy } from '../../src/objects/ownership.ts';

const object = (
  kind: string,
  uid: string,
  more: Partial<KubernetesObject['metadata']> = {},
): KubernetesObject => ({
  apiVersion: 'cache.example.com/v1',
  kind,
  metadata: { name: 'sample', uid, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', ...more },
});

const owner = object('Memcached', 'u-1');
const reference = controllerReference(owner);
const owned = object('Deployment', 'u-2', {
  ownerReferences: [{ ...reference, uid: 'u-0', controller: false }, reference],
});

describe('ownership', () => {
  it('requires an owner reference with controller: true', () => {
    expect(reference).toEqual({
      apiVersion: 'cache.example.com/v1',
      kind: 'Memcached',
      name: 'sample',
      uid: 'u-1',
      controller: true,
      blockOwnerDeletion: true,
    });
    expect(controllerOf(owned)).toBe(reference);
    expect(controllerOf(owner)).toBeUndefined();
  });

  it('compares the uid, not only the name', () => {
    expect(isOwnedBy(owned, owner)).toBe(true);
    expect(isOwnedBy(owned, object('Memcached', 'u-9'))).toBe(false);
    expect(isOwnedBy(owner, owner)).toBe(false);
  });
});

it('reports an object with a deletion timestamp as being deleted', () => {
  expect(isBeingDeleted(object('Memcached', 'u-1', { deletionTimestamp: '2026-01-01T00:00:00Z' }))).toBe(
    true,
  );
  expect(isBeingDeleted(owner)).toBe(false);
});
