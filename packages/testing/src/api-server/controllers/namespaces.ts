import type { Core } from '../core.ts';
import { tableOf } from '../resources/resource.ts';
import type { Change } from '../storage/store.ts';
import { deleteObject } from '../verbs/delete.ts';

const table = '/namespaces';

/** Deletes the contents of namespaces that are being deleted, then the namespaces. */
export class NamespaceController {
  readonly #core: Core;
  readonly #terminating = new Set<string>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Records a change. True if there is work to do now. */
  changed({ table: changedTable, type, object }: Change): boolean {
    const { name, namespace, deletionTimestamp } = object.metadata;
    if (changedTable !== table) return namespace !== undefined && this.#terminating.has(namespace);
    if (type === 'DELETED' || deletionTimestamp === undefined) this.#terminating.delete(name);
    else this.#terminating.add(name);
    return this.#terminating.size > 0;
  }

  run(): void {
    for (const name of this.#terminating) if (this.#empty(name)) this.#remove(name);
  }

  /** Deletes everything in a namespace. True if no object waits for a finalizer. */
  #empty(namespace: string): boolean {
    const { registry, store } = this.#core;
    const tables = new Set(
      registry
        .all()
        .filter(({ namespaced }) => namespaced)
        .map(tableOf),
    );
    let isEmpty = true;
    for (const each of tables) {
      const resource = registry.ofTable(each);
      if (resource === undefined) continue;
      for (const object of store.list(each, namespace)) {
        const isTerminating = object.metadata.deletionTimestamp !== undefined;
        if (isTerminating || !deleteObject(this.#core, resource, object, { dryRun: false }).isDeleted)
          isEmpty = false;
      }
    }
    return isEmpty;
  }

  #remove(name: string): void {
    const namespace = this.#core.store.find(table, undefined, name);
    const waits = (namespace?.metadata.finalizers ?? []).length > 0;
    if (namespace !== undefined && !waits) this.#core.store.remove(table, namespace);
  }
}
