import { isObject } from '@opgen/rules/json';
import type { Core } from '../core.ts';
import { tableOf } from '../resources/resource.ts';
import type { Change } from '../storage/store.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { deleteObject } from '../verbs/delete.ts';
import { commit } from '../verbs/write.ts';
import { withRemaining } from './namespace-conditions.ts';

const table = '/namespaces';
const pods = '/pods';
const ownFinalizer = 'kubernetes';

/**
 * Deletes the contents of namespaces that are being deleted, then the namespaces. Everything else outlives the Pods,
 * which may need it until they end.
 */
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
    for (const name of this.#terminating) {
      const remaining = this.#empty(name);
      if (remaining.size > 0) this.#report(name, remaining);
      else this.#remove(name);
    }
  }

  /** Deletes everything in a namespace, and returns the objects that wait, by table. */
  #empty(namespace: string): ReadonlyMap<string, readonly StoredObject[]> {
    const remainingPods = this.#deleteAll(pods, namespace);
    if (remainingPods.length > 0) return new Map([[pods, remainingPods]]);
    const namespaced = this.#core.registry.all().filter((resource) => resource.namespaced);
    const remaining = new Map<string, readonly StoredObject[]>();
    for (const each of new Set(namespaced.map(tableOf))) {
      const objects = this.#deleteAll(each, namespace);
      if (objects.length > 0) remaining.set(each, objects);
    }
    return remaining;
  }

  #deleteAll(each: string, namespace: string): readonly StoredObject[] {
    const { registry, store } = this.#core;
    const resource = registry.ofTable(each);
    if (resource === undefined) return [];
    for (const object of store.list(each, namespace))
      if (object.metadata.deletionTimestamp === undefined)
        deleteObject(this.#core, resource, object, { dryRun: false, propagationPolicy: 'Background' });
    return store.list(each, namespace);
  }

  /** Writes into the status what the namespace waits for. */
  #report(name: string, remaining: ReadonlyMap<string, readonly StoredObject[]>): void {
    const namespace = this.#core.store.find(table, undefined, name);
    const resource = this.#core.registry.ofTable(table);
    if (namespace === undefined || resource === undefined) return;
    const next = withRemaining(this.#core, namespace, remaining);
    if (next !== namespace) commit(this.#core, resource, next);
  }

  /** Removes the finalizer of the controller, and with the last finalizer the namespace. */
  #remove(name: string): void {
    const namespace = this.#core.store.find(table, undefined, name);
    const resource = this.#core.registry.ofTable(table);
    if (namespace === undefined || resource === undefined) return;
    const spec = isObject(namespace['spec']) ? namespace['spec'] : {};
    const before = (spec['finalizers'] ?? []) as readonly string[];
    const finalizers = before.filter((finalizer) => finalizer !== ownFinalizer);
    const waits = finalizers.length > 0 || (namespace.metadata.finalizers ?? []).length > 0;
    if (!waits) this.#core.store.remove(table, namespace);
    else if (finalizers.length < before.length)
      commit(this.#core, resource, { ...namespace, spec: { ...spec, finalizers } });
  }
}
