import type { OwnerReference } from './metadata.ts';
import type { KubernetesObject } from './object.ts';

/**
 * The reference that makes `owner` the controller of another object: its changes wake the owner's
 * reconciler, and it is garbage collected when the owner is gone.
 */
export function controllerReference(owner: KubernetesObject): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The owner that controls the object; there is at most one. */
export function controllerOf(object: KubernetesObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** Whether `owner` is among the owners: this very object, not a namesake that came before or after it. */
export function isOwnedBy(object: KubernetesObject, owner: KubernetesObject): boolean {
  return object.metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) ?? false;
}

/** Whether deletion was asked for and only finalizers keep the object. */
export function isBeingDeleted(object: KubernetesObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}
