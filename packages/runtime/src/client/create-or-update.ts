import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { New } from '../objects/desired.ts';
import { deepEqual } from '../objects/json.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import type { Client } from './client.ts';

/** The current object, and what was written. */
export interface CreateOrUpdateResult<T extends KubernetesObject> {
  readonly object: DeepReadonly<T>;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/**
 * Creates the object, or updates it if the function changes it. Sends no write if nothing changes.
 *
 * `change` receives the current object, or `undefined`, and returns the desired one:
 * `(current) => ({ ...current, metadata: { ...current?.metadata, name }, data })`. Throws `ConflictError` or
 * `AlreadyExistsError` if another client wrote first; the next reconcile sees that write.
 *
 * Prefer `client.apply` for objects that your operator owns: it needs no read and leaves the fields of other managers
 * alone.
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Pick<Client, 'find' | 'create' | 'update'>,
  kind: Kind<T>,
  key: ObjectKey,
  change: (current: DeepReadonly<T> | undefined) => New<T>,
): Promise<CreateOrUpdateResult<T>> {
  const current = await client.find(kind, key);
  const changed = change(current);
  if (current === undefined) {
    const wanted: New<T> = { ...changed, metadata: { ...changed.metadata, ...key } };
    return { object: await client.create(kind, wanted), outcome: 'created' };
  }
  const { apiVersion, kind: name, metadata, ...body } = current;
  const status = 'status' in body ? { status: body.status } : {};
  // Metadata that the function omits keeps the server's values, and so does the status.
  const merged = { ...metadata, ...changed.metadata };
  const wanted = { ...status, ...changed, apiVersion, kind: name, metadata: merged } as T;
  if (deepEqual(current, wanted)) return { object: current, outcome: 'unchanged' };
  return { object: await client.update(kind, wanted), outcome: 'updated' };
}
