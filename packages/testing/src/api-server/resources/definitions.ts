import { type Core, timestamp } from '../core.ts';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { StoredObject } from '../storage/stored-object.ts';
import { crdTable, tableOf } from './resource.ts';

interface Definition {
  spec: { group: string; names: { plural: string } };
}

/** What happens when a CustomResourceDefinition is written: its kinds are served, or no longer served. */
export const definitionLifecycle = {
  /** The CustomResourceDefinition to store, with accepted names and served kinds. */
  stored(core: Core, table: string, object: StoredObject): StoredObject {
    if (table !== crdTable) return object;
    const established = withConditions(object, timestamp(core));
    core.registry.install(established);
    core.store.begin(instancesOf(established));
    return established;
  },

  removed(core: Core, table: string, object: StoredObject): void {
    if (table === crdTable) core.registry.uninstall(object.metadata.name);
  },
};

/** Serves the kinds of the CustomResourceDefinitions that are stored already. */
export function serveStoredDefinitions(core: Core): void {
  for (const definition of core.store.list(crdTable)) definitionLifecycle.stored(core, crdTable, definition);
}

/** The finalizer that keeps a CustomResourceDefinition until its objects are deleted. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** A CustomResourceDefinition with a deletionTimestamp; its objects can no longer be created. */
export function markedForDeletion(core: Core, definition: StoredObject): StoredObject {
  const { metadata } = definition;
  const finalizers = [...new Set([...(metadata.finalizers ?? []), cleanupFinalizer])];
  const marked = {
    ...definition,
    metadata: { ...metadata, deletionTimestamp: timestamp(core), finalizers },
  };
  return withTermination(core, marked, {
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  });
}

/** The CustomResourceDefinition with its Terminating condition. */
export function withTermination(
  core: Core,
  definition: StoredObject,
  { status, reason, message }: { status: 'True' | 'False'; reason: string; message: string },
): StoredObject {
  const whole = isObject(definition['status']) ? definition['status'] : {};
  const conditions = (Array.isArray(whole['conditions']) ? whole['conditions'] : []) as JsonObject[];
  const before = conditions.find(({ type }) => type === 'Terminating');
  const lastTransitionTime = before?.['status'] === status ? before['lastTransitionTime'] : timestamp(core);
  const condition = { type: 'Terminating', status, lastTransitionTime, reason, message };
  const others = conditions.filter((each) => each !== before);
  return { ...definition, status: { ...whole, conditions: [...others, condition] } };
}

/** The table of the objects of a CustomResourceDefinition. */
export function instancesOf(definition: StoredObject): string {
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
