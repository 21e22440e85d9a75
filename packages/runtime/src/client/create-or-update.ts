import type { New } from '../objects/desired.ts';
import { deepEqual } from '../objects/json.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import type { Client } from './client.ts';

/** The object as the server has it now, and whether anything was written. */
export interface CreateOrUpdateResult<T extends KubernetesObject> {
  readonly object: T;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/**
 * Creates the object, or replaces it when the function makes something else of it; asks nothing of the server
 * when it does not.
 *
 * `change` gets the object as it is, which it must not write to, or `undefined` when there is none, and returns it
 * as it should be: `(current) => ({ ...current, metadata: { ...current?.metadata, name }, data })`. Throws
 * `ConflictError` or `AlreadyExistsError` when somebody else was faster; the next reconcile then knows better.
 *
 * Prefer `client.apply` for what an operator owns: it needs no read, and leaves the fields of others alone.
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Pick<Client, 'find' | 'create' | 'update'>,
  kind: Kind<T>,
  key: ObjectKey,
  change: (current: T | undefined) => New<T>,
): Promise<CreateOrUpdateResult<T>> {
  const current = await client.find(kind, key);
  const changed = change(current);
  if (current === undefined) {
    const wanted: New<T> = { ...changed, metadata: { ...changed.metadata, ...key } };
    return { object: await client.create(kind, wanted), outcome: 'created' };
  }
  const { apiVersion, kind: name, metadata, ...body } = current;
  const status = 'status' in body ? { status: body.status } : {};
  // What the function leaves out of the metadata is the server's to say, and so is the status.
  const merged = { ...metadata, ...changed.metadata };
  const wanted = { ...status, ...changed, apiVersion, kind: name, metadata: merged } as T;
  if (deepEqual(current, wanted)) return { object: current, outcome: 'unchanged' };
  return { object: await client.update(kind, wanted), outcome: 'updated' };
}
