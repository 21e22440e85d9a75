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
  it('is told by a reference that makes the owner the controller', () => {
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

  it('is that of one object, not of a namesake', () => {
    expect(isOwnedBy(owned, owner)).toBe(true);
    expect(isOwnedBy(owned, object('Memcached', 'u-9'))).toBe(false);
    expect(isOwnedBy(owner, owner)).toBe(false);
  });
});

it('an object with a deletion timestamp is being deleted', () => {
  expect(isBeingDeleted(object('Memcached', 'u-1', { deletionTimestamp: '2026-01-01T00:00:00Z' }))).toBe(
    true,
  );
  expect(isBeingDeleted(owner)).toBe(false);
});
