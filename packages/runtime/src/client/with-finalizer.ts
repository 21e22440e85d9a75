import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import type { Client } from './client.ts';
import { ensureFinalizer, releaseFinalizer } from './finalizers.ts';

/** What to do for an object while it lives, and before it goes. */
export interface FinalizerHooks<T extends KubernetesObject, Answer> {
  /** Called while the object is to live. By then it has the finalizer. */
  apply: (object: T) => Promise<Answer>;
  /**
   * Called once the object is to be deleted, until it resolves to undefined: all is cleaned up. Anything else is
   * what to answer meanwhile, such as `requeueAfter('10s')`, and it is called again. It may be called again too
   * after it was done, as the process may die before that is written.
   */
  cleanUp: (object: T) => Promise<Answer | undefined>;
}

/**
 * Sees to it that `cleanUp` is done before an object goes for which `apply` may ever have been called.
 *
 * Answers what the hook does; undefined once the object may go, and for one that others still keep.
 */
export async function withFinalizer<T extends KubernetesObject, Answer>(
  client: Pick<Client, 'patch'>,
  kind: Kind<T>,
  object: T,
  finalizer: string,
  { apply, cleanUp }: FinalizerHooks<T, Answer>,
): Promise<Answer | undefined> {
  if (!isBeingDeleted(object)) return apply(await ensureFinalizer(client, kind, object, finalizer));
  if (object.metadata.finalizers?.includes(finalizer) !== true) return undefined;
  const unfinished = await cleanUp(object);
  if (unfinished === undefined) await releaseFinalizer(client, kind, object, finalizer);
  return unfinished;
}
