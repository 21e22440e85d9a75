import type { ApplyOptions, Client, DeleteOptions } from '../client/client.ts';
import type { Apply } from '../objects/desired.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { isImmutableError } from './immutable.ts';

/**
 * What to do when a change is refused because a field is fixed, as the template of a Job is, the
 * `volumeClaimTemplates` of a StatefulSet or the `clusterIP` of a Service.
 *
 * - `fail`: throw what the server said.
 * - `recreate`: delete the object with all that it owns, and make it anew once it is gone.
 * - `orphan-and-recreate`: delete the object alone. What it owned runs on, and the new one, if it selects the
 *   same, takes it over: the Pods of a StatefulSet never stop.
 */
export type ImmutablePolicy = 'fail' | 'recreate' | 'orphan-and-recreate';

/** As for `client.apply`, and what to do where the server refuses the change. */
export interface ApplyOrRecreateOptions extends Pick<ApplyOptions, 'fieldManager' | 'signal'> {
  /** Default: `fail`. */
  immutable?: ImmutablePolicy;
}

/** The object as it is now, or that it has to go first. */
export type ApplyOrRecreateResult<T extends KubernetesObject> =
  | { readonly type: 'applied'; readonly object: T }
  /** The old one was asked to go; apply again once it has gone, which a controller that owns the kind hears of. */
  | { readonly type: 'recreating'; readonly object: T };

/**
 * Server-side apply that follows a policy where the server refuses the change of a fixed field.
 *
 * The old object is deleted only if it is still the one that refused. While one is going nothing is applied to it,
 * as that would be lost with it.
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
    if (old === undefined) throw error; // It went in between: the next try makes it anew.
    if (!isBeingDeleted(old)) await recreate(client, kind, old, immutable);
    return { type: 'recreating', object: old };
  }
}

/** Asks for exactly this object to go, so that another can be made under its name. */
export async function recreate<T extends KubernetesObject>(
  client: Pick<Client, 'delete'>,
  kind: Kind<T>,
  { metadata }: T,
  policy: Exclude<ImmutablePolicy, 'fail'> = 'recreate',
): Promise<void> {
  const options: DeleteOptions = {
    // In the foreground, so that the new one never meets what the old one has left behind.
    propagationPolicy: policy === 'recreate' ? 'Foreground' : 'Orphan',
    preconditions: { uid: metadata.uid },
  };
  await client.delete(kind, metadata, options);
}

function keyOf<T extends KubernetesObject>({ metadata }: Apply<T>): ObjectKey {
  const { name = '', namespace } = (metadata ?? {}) as { name?: string; namespace?: string };
  return namespace === undefined ? { name } : { name, namespace };
}
