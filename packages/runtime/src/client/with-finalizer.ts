import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import type { Client } from './client.ts';
import { ensureFinalizer, releaseFinalizer } from './finalizers.ts';

/** The callbacks of `withFinalizer`. */
export interface FinalizerHooks<T extends KubernetesObject, Answer> {
  /** Called while the object is not being deleted. The object has the finalizer by then. */
  apply: (object: DeepReadonly<T>) => Promise<Answer>;
  /**
   * Called when the object is being deleted. Resolve to undefined when cleanup is complete. Any other value, such as
   * `requeueAfter('10s')`, becomes the result, and `cleanUp` is called again later. It must be idempotent: if the
   * process dies before the finalizer is removed, it is called again after it completed.
   */
  cleanUp: (object: DeepReadonly<T>) => Promise<Answer | undefined>;
}

/**
 * Guarantees that `cleanUp` completes before an object disappears for which `apply` may have been called.
 *
 * Returns the result of the callback; undefined if this finalizer has been removed, even if other finalizers remain.
 */
export async function withFinalizer<T extends KubernetesObject, Answer>(
  client: Pick<Client, 'patch'>,
  kind: Kind<T>,
  object: DeepReadonly<T>,
  finalizer: string,
  { apply, cleanUp }: FinalizerHooks<T, Answer>,
): Promise<Answer | undefined> {
  if (!isBeingDeleted(object)) return apply(await ensureFinalizer(client, kind, object, finalizer));
  if (object.metadata.finalizers?.includes(finalizer) !== true) return undefined;
  const unfinished = await cleanUp(object);
  if (unfinished === undefined) await releaseFinalizer(client, kind, object, finalizer);
  return unfinished;
}
