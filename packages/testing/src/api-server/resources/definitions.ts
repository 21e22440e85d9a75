import { type Core, timestamp } from '../core.ts';
import { isObject, type JsonObject } from '../schema/json.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { crdTable, tableOf } from './resource.ts';

interface Definition {
  spec: { group: string; names: { plural: string } };
}

/** What happens around a CustomResourceDefinition when it is written: its kinds come to be served, or cease to be. */
export const definitionLifecycle = {
  /** The definition as it is to be stored, its names accepted and its kinds served. */
  stored(core: Core, table: string, object: StoredObject): StoredObject {
    if (table !== crdTable) return object;
    const established = withConditions(object, timestamp(core));
    core.registry.install(established);
    core.store.begin(instancesOf(established));
    return established;
  },

  /** Before a definition goes, its objects go; nobody can remove their finalizers any more. */
  removed(core: Core, table: string, object: StoredObject): void {
    if (table !== crdTable) return;
    const instances = instancesOf(object);
    for (const instance of core.store.list(instances)) core.store.remove(instances, instance);
    core.registry.uninstall(object.metadata.name);
  },
};

function instancesOf(definition: StoredObject): string {
  const { group, names } = (definition as unknown as Definition).spec;
  return tableOf({ group, plural: names.plural });
}

function withConditions(definition: StoredObject, now: string): StoredObject {
  const { names } = (definition as unknown as Definition).spec;
  const status: JsonObject = isObject(definition['status']) ? definition['status'] : {};
  const condition = (type: string, reason: string, message: string): JsonObject => ({
    type,
    status: 'True',
    lastTransitionTime: now,
    reason,
    message,
  });
  return {
    ...definition,
    status: {
      ...status,
      acceptedNames: names,
      conditions: status['conditions'] ?? [
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
      ],
    },
  };
}
