import type { ApplyOptions, Client, DeleteOptions } from '../client/client.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Apply } from '../objects/desired.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { isImmutableError } from './immutable.ts';

/**
 * What to do when the API server rejects a change to an immutable field, such as the template of a Job, the
 * `volumeClaimTemplates` of a StatefulSet or the `clusterIP` of a Service.
 *
 * - `fail`: throw the error of the API server.
 * - `recreate`: delete the object with its dependents, and create it again once it is gone.
 * - `orphan-and-recreate`: delete the object but not its dependents. The new object adopts those that its selector
 *   matches: the Pods of a StatefulSet keep running.
 */
export type ImmutablePolicy = 'fail' | 'recreate' | 'orphan-and-recreate';

/** The options of `client.apply`, and what to do when a field is immutable. */
export interface ApplyOrRecreateOptions extends Pick<ApplyOptions, 'fieldManager' | 'signal'> {
  /** Default: `fail`. */
  immutable?: ImmutablePolicy | undefined;
}

/** The applied object, or the old object that has to be deleted first. */
export type ApplyOrRecreateResult<T extends KubernetesObject> =
  | { readonly type: 'applied'; readonly object: DeepReadonly<T> }
  /** The old object is being deleted. Apply again once it is gone; a controller that owns the kind gets that event. */
  | { readonly type: 'recreating'; readonly object: DeepReadonly<T> };

/**
 * Server-side apply with a policy for changes to immutable fields.
 *
 * The delete has the uid of the old object as a precondition, so it cannot hit a newer object of the same name. An
 * object that is already being deleted is not deleted again.
 */
export async function applyOrRecreate<T extends KubernetesObject>(
  client: Pick<Client, 'apply' | 'find' | 'delete'>,
  kind: Kind<T>,
  object: Apply<T>,
  { immutable = 'fail', ...options }: ApplyOrRecreateOptions = {},
): Promise<ApplyOrRecreateResult<T>> {
  try {
    return { type: 'applied', object: await client.apply(kind, object, options) };
  } catch (error) {
    if (immutable === 'fail' || !isImmutableError(error)) throw error;
    const old = await client.find(kind, keyOf(object));
    if (old === undefined) throw error; // It was deleted in the meantime: the retry creates it again.
    if (!isBeingDeleted(old)) await recreate(client, kind, old, immutable);
    return { type: 'recreating', object: old };
  }
}

/** Deletes exactly this object (by uid), so that it can be created again under the same name. */
export async function recreate<T extends KubernetesObject>(
  client: Pick<Client, 'delete'>,
  kind: Kind<T>,
  { metadata }: DeepReadonly<T>,
  policy: Exclude<ImmutablePolicy, 'fail'> = 'recreate',
): Promise<void> {
  const options: DeleteOptions = {
    // Foreground deletion keeps the name taken until the dependents are gone, so the new object never meets them.
    propagationPolicy: policy === 'recreate' ? 'Foreground' : 'Orphan',
    preconditions: { uid: metadata.uid },
  };
  await client.delete(kind, metadata, options);
}

function keyOf<T extends KubernetesObject>({ metadata }: Apply<T>): ObjectKey {
  const { name = '', namespace } = (metadata ?? {}) as { name?: string; namespace?: string };
  return namespace === undefined ? { name } : { name, namespace };
}
