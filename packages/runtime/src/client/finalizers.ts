import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import type { Client } from './client.ts';
import { NotFoundError } from './errors.ts';
import { jsonPatch, type JsonPatchOperation } from './patch.ts';

// The patches contain test operations. If the object is stale, the server rejects them with `InvalidError`, and the
// retried reconcile reads the new state: finalizers of other controllers are never lost.

export function hasFinalizer({ metadata }: KubernetesObject, finalizer: string): boolean {
  return metadata.finalizers?.includes(finalizer) === true;
}

/**
 * Adds the finalizer if it is missing, and returns the object with it.
 *
 * Sends no request if the object has the finalizer or is being deleted: it can then get no new finalizers.
 */
export async function ensureFinalizer<T extends KubernetesObject>(
  client: Pick<Client, 'patch'>,
  kind: Kind<T>,
  object: DeepReadonly<T>,
  finalizer: string,
): Promise<DeepReadonly<T>> {
  const { finalizers, uid } = object.metadata;
  if (hasFinalizer(object, finalizer) || isBeingDeleted(object)) return object;
  const path = '/metadata/finalizers';
  const add: JsonPatchOperation[] =
    finalizers === undefined || finalizers.length === 0
      ? [
          { op: 'test', path, value: null },
          { op: 'add', path, value: [finalizer] },
        ]
      : [
          { op: 'test', path, value: finalizers },
          { op: 'add', path: `${path}/-`, value: finalizer },
        ];
  return client.patch(kind, object.metadata, jsonPatch([sameObject(uid), ...add]));
}

/** Removes this finalizer and no other. An object that no longer exists is not an error. */
export async function releaseFinalizer<T extends KubernetesObject>(
  client: Pick<Client, 'patch'>,
  kind: Kind<T>,
  object: DeepReadonly<T>,
  finalizer: string,
): Promise<void> {
  const index = object.metadata.finalizers?.indexOf(finalizer) ?? -1;
  if (index === -1) return;
  const path = `/metadata/finalizers/${index}`;
  const remove: JsonPatchOperation[] = [
    { op: 'test', path, value: finalizer },
    { op: 'remove', path },
  ];
  try {
    await client.patch(kind, object.metadata, jsonPatch([sameObject(object.metadata.uid), ...remove]));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

function sameObject(uid: string): JsonPatchOperation {
  return { op: 'test', path: '/metadata/uid', value: uid };
}
