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

/** The reference of one owner among several: the object goes once the last of them has gone. */
export function ownerReference({
  apiVersion,
  kind,
  metadata: { name, uid },
}: KubernetesObject): OwnerReference {
  return { apiVersion, kind, name, uid };
}

/**
 * Throws when the owner cannot own an object in this namespace (undefined: one that is cluster-scoped). The API
 * server would take such a reference, and the garbage collector would then delete the object, as it finds no owner.
 */
export function requireOwnable(owner: KubernetesObject, namespace: string | undefined): void {
  const home = owner.metadata.namespace;
  if (home === undefined || home === namespace) return;
  const where =
    namespace === undefined ? 'a cluster-scoped object' : `an object in the namespace ${namespace}`;
  throw new Error(
    `${owner.kind} ${home}/${owner.metadata.name} cannot own ${where}: owners are in the namespace of what they ` +
      'own, or in none; name it with a label, and delete it in a finalizer',
  );
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
