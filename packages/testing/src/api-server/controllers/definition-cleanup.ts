import type { Core } from '../core.ts';
import { cleanupFinalizer, instancesOf, withTermination } from '../resources/definitions.ts';
import { crdTable, type Resource } from '../resources/resource.ts';
import type { Change } from '../storage/store.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { deleteObject } from '../verbs/delete.ts';
import { commit, settle } from '../verbs/write.ts';

/** Deletes the objects of CustomResourceDefinitions that are being deleted, then removes the definitions' finalizer. */
export class DefinitionCleanup {
  readonly #core: Core;
  /** The table of the objects, by the name of the definition. */
  readonly #terminating = new Map<string, string>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Records a change. True if there is work to do now. */
  changed({ table, type, object }: Change): boolean {
    if (table !== crdTable) return type === 'DELETED' && [...this.#terminating.values()].includes(table);
    const { name, deletionTimestamp, finalizers = [] } = object.metadata;
    const isTerminating = type !== 'DELETED' && deletionTimestamp !== undefined;
    if (isTerminating && finalizers.includes(cleanupFinalizer))
      this.#terminating.set(name, instancesOf(object));
    else this.#terminating.delete(name);
    return this.#terminating.has(name);
  }

  run(): void {
    for (const [name, table] of this.#terminating) {
      const definition = this.#core.store.find(crdTable, undefined, name);
      if (definition !== undefined) this.#clean(definition, table);
    }
  }

  #clean(definition: StoredObject, table: string): void {
    const { registry, store } = this.#core;
    const definitions = registry.ofTable(crdTable);
    if (definitions === undefined) return;
    const marked = this.#inProgress(definitions, definition);
    const resource = registry.ofTable(table);
    for (const object of store.list(table)) {
      // Clients cannot remove finalizers from objects of a kind that is not served.
      if (resource === undefined) store.remove(table, object);
      else if (object.metadata.deletionTimestamp === undefined)
        deleteObject(this.#core, resource, object, { dryRun: false });
    }
    if (store.list(table).length > 0) return;
    const done = {
      status: 'False',
      reason: 'InstanceDeletionCompleted',
      message: 'removed all instances',
    } as const;
    settle(this.#core, definitions, withTermination(this.#core, marked, done), cleanupFinalizer);
  }

  /** Sets the Terminating condition, once. */
  #inProgress(definitions: Resource, definition: StoredObject): StoredObject {
    const next = withTermination(this.#core, definition, {
      status: 'True',
      reason: 'InstanceDeletionInProgress',
      message: 'CustomResource deletion is in progress',
    });
    const isUnchanged = JSON.stringify(next['status']) === JSON.stringify(definition['status']);
    return isUnchanged ? definition : commit(this.#core, definitions, next);
  }
}
