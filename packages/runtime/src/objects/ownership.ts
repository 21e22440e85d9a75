import type { OwnerReference } from './metadata.ts';
import type { KubernetesObject } from './object.ts';

/**
 * The owner reference that makes `owner` the controller of an object. Changes to the object trigger a reconcile of
 * the owner if its controller `owns` the kind, and the object is garbage-collected when the owner is gone.
 */
export function controllerReference(owner: KubernetesObject): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The owner reference for one of several owners. The object is garbage-collected once the last of them is gone. */
export function ownerReference({
  apiVersion,
  kind,
  metadata: { name, uid },
}: KubernetesObject): OwnerReference {
  return { apiVersion, kind, name, uid };
}

/**
 * Throws if `owner` cannot own an object in this namespace; undefined means that the object is cluster-scoped. The
 * API server would accept the reference, but the garbage collector would not find the owner and would delete the
 * object.
 */
export function requireOwnable(owner: KubernetesObject, namespace: string | undefined): void {
  const home = owner.metadata.namespace;
  if (home === undefined || home === namespace) return;
  const where =
    namespace === undefined ? 'a cluster-scoped object' : `an object in the namespace ${namespace}`;
  throw new Error(
    `${owner.kind} ${home}/${owner.metadata.name} cannot own ${where}: an owner must be cluster-scoped or ` +
      'in the same namespace; use a label instead, and delete the object in a finalizer',
  );
}

/** The reference to the owner that is the controller; there is at most one. */
export function controllerOf(object: KubernetesObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/**
 * Whether `owner` is among the owners. Compares the uid: a deleted or recreated object of the same name does not
 * count.
 */
export function isOwnedBy(object: KubernetesObject, owner: KubernetesObject): boolean {
  return object.metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) ?? false;
}

/** Whether the object has a deletion timestamp and only finalizers or a grace period keep it. */
export function isBeingDeleted(object: KubernetesObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}
