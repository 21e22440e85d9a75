import { recordUpdate } from '../apply/record-update.ts';
import type { Core } from '../core.ts';
import { builtins } from '../resources/builtin.ts';
import { definitionLifecycle } from '../resources/definitions.ts';
import { apiVersionOf, hasSubresource, tableOf, type Resource } from '../resources/resource.ts';
import type { JsonObject } from '@opgen/rules/json';
import type { GroupResource } from '../status-errors.ts';
import type { Call } from '../serving/call.ts';
import type { StoredObject } from '../storage/stored-object.ts';

/** As errors name a resource. */
export function groupResource({ group, plural }: Resource): GroupResource {
  return { group, resource: plural };
}

export function withMetadata(object: StoredObject, metadata: JsonObject): StoredObject {
  return { ...object, metadata: { ...object.metadata, ...metadata } } as StoredObject;
}

/** What the functions that keep managed fields want to know of a call. */
export function fieldOwnership({ now }: Core, { resource, manager, subresource }: Call) {
  return {
    manager,
    apiVersion: apiVersionOf(resource),
    subresource,
    hasStatus: hasSubresource(resource, 'status'),
    schema: resource.schema,
    resolve: builtins().resolve,
    now: now(),
  };
}

/** Notes in `metadata.managedFields` what an update (anything but an apply) changed. */
export function recorded(core: Core, call: Call, next: StoredObject, old?: StoredObject): StoredObject {
  return recordUpdate({ ...fieldOwnership(core, call), old, next }) as StoredObject;
}

/** Stores an object. A definition begins or goes on to define at this moment. */
export function commit(core: Core, resource: Resource, object: StoredObject): StoredObject {
  const table = tableOf(resource);
  return core.store.put(table, definitionLifecycle.stored(core, table, object));
}

/** Takes an object away; with a definition goes all that it defined. */
export function remove(core: Core, resource: Resource, object: StoredObject): StoredObject {
  const table = tableOf(resource);
  definitionLifecycle.removed(core, table, object);
  return core.store.remove(table, object);
}

/** Takes a finalizer off an object that is being deleted; with the last one it goes. */
export function settle(core: Core, resource: Resource, object: StoredObject, finalizer: string): void {
  const finalizers = (object.metadata.finalizers ?? []).filter((name) => name !== finalizer);
  const next = withMetadata(object, { finalizers });
  if (finalizers.length === 0) remove(core, resource, next);
  else commit(core, resource, next);
}
