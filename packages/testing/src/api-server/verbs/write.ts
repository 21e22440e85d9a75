import { recordUpdate } from '../apply/record-update.ts';
import type { Core } from '../core.ts';
import { definitionLifecycle } from '../resources/definitions.ts';
import { apiVersionOf, hasSubresource, tableOf, type Resource } from '../resources/resource.ts';
import type { JsonObject } from '@opgen/rules/json';
import type { GroupResource } from '../status-errors.ts';
import type { Call } from '../serving/call.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { isInGrace } from './graceful-deletion.ts';

/** The resource as error messages name it. */
export function groupResource({ group, plural }: Resource): GroupResource {
  return { group, resource: plural };
}

export function withMetadata(object: StoredObject, metadata: JsonObject): StoredObject {
  return { ...object, metadata: { ...object.metadata, ...metadata } } as StoredObject;
}

/** The part of a call that decides who owns the written fields. */
type Owner = Pick<Call, 'resource' | 'manager' | 'subresource'>;

/** What the functions for managed fields need from a call. */
export function fieldOwnership({ now }: Core, { resource, manager, subresource }: Owner) {
  return {
    manager,
    apiVersion: apiVersionOf(resource),
    subresource,
    hasStatus: hasSubresource(resource, 'status'),
    schema: resource.schema,
    resolve: resource.resolve,
    now: now(),
  };
}

/** Updates `metadata.managedFields` after an update (anything but an apply). */
export function recorded(core: Core, call: Owner, next: StoredObject, old?: StoredObject): StoredObject {
  return recordUpdate({ ...fieldOwnership(core, call), old, next }) as StoredObject;
}

/** Stores an object. A stored CustomResourceDefinition takes effect at once. */
export function commit(core: Core, resource: Resource, object: StoredObject): StoredObject {
  const table = tableOf(resource);
  return core.store.put(table, definitionLifecycle.stored(core, table, object));
}

/** Deletes an object. A deleted CustomResourceDefinition is no longer served. */
export function remove(core: Core, resource: Resource, object: StoredObject): StoredObject {
  const table = tableOf(resource);
  definitionLifecycle.removed(core, table, object);
  return core.store.remove(table, object);
}

/** Removes a finalizer from an object that is being deleted; the last one deletes it, unless a grace period runs. */
export function settle(core: Core, resource: Resource, object: StoredObject, finalizer: string): void {
  const finalizers = (object.metadata.finalizers ?? []).filter((name) => name !== finalizer);
  const next = withMetadata(object, { finalizers });
  if (finalizers.length === 0 && !isInGrace(next)) remove(core, resource, next);
  else commit(core, resource, next);
}
