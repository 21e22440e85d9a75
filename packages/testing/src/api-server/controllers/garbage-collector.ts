import type { Core } from '../core.ts';
import { foreground, orphan } from '@opgen/rules/metadata';
import type { Resource } from '../resources/resource.ts';
import type { Change } from '../storage/store.ts';
import type { StoredObject, StoredOwner } from '../storage/stored-object.ts';
import { deleteObject } from '../verbs/delete.ts';
import { commit, settle, withMetadata } from '../verbs/write.ts';

interface Located {
  readonly table: string;
  readonly object: StoredObject;
}

/**
 * Deletes what has lost its owners, as kube-controller-manager does. It knows objects by their uid: an owner of the same
 * name that came later is another owner. Told of every change; works when `run` is called, so that nothing is deleted
 * within the write that made it due.
 */
export class GarbageCollector {
  readonly #core: Core;
  readonly #objects = new Map<string, Located>();
  readonly #dependents = new Map<string, Set<string>>();
  readonly #due = new Set<string>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Notes a change. True if there is something to do now. */
  changed({ table, type, object, previous }: Change): boolean {
    const { uid } = object.metadata;
    for (const owner of previous?.metadata.ownerReferences ?? [])
      this.#dependents.get(owner.uid)?.delete(uid);
    if (type === 'DELETED') {
      this.#objects.delete(uid);
      for (const dependent of this.#dependents.get(uid) ?? []) this.#due.add(dependent);
      for (const owner of object.metadata.ownerReferences ?? []) this.#due.add(owner.uid);
      this.#due.delete(uid);
      return this.#due.size > 0;
    }
    this.#objects.set(uid, { table, object });
    for (const owner of object.metadata.ownerReferences ?? []) this.#dependentsOf(owner.uid).add(uid);
    const hasOwners = (object.metadata.ownerReferences ?? []).length > 0;
    const waits = (object.metadata.finalizers ?? []).some((name) => name === foreground || name === orphan);
    if (hasOwners || waits) this.#due.add(uid);
    return hasOwners || waits;
  }

  /** Does what is due. What that makes due comes with the changes that it makes. */
  run(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const uid of due) {
      const found = this.#objects.get(uid);
      const resource = found && this.#core.registry.ofTable(found.table);
      if (found === undefined || resource === undefined) continue;
      if (this.#isLeaving(found.object, orphan)) this.#orphan(resource, found.object);
      else if (this.#isLeaving(found.object, foreground)) this.#clearForeground(resource, found.object);
      this.#checkOwners(uid, resource);
    }
  }

  #dependentsOf(uid: string): Set<string> {
    let dependents = this.#dependents.get(uid);
    if (dependents === undefined) {
      dependents = new Set();
      this.#dependents.set(uid, dependents);
    }
    return dependents;
  }

  #isLeaving({ metadata }: StoredObject, finalizer: string): boolean {
    return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(finalizer);
  }

  /** Goes with its last owner; loses the references to those that are gone while others are left. */
  #checkOwners(uid: string, resource: Resource): void {
    const object = this.#objects.get(uid)?.object;
    const owners = object?.metadata.ownerReferences ?? [];
    if (object === undefined || owners.length === 0 || object.metadata.deletionTimestamp !== undefined)
      return;
    const living = owners.filter((owner) => this.#isAlive(owner, object));
    if (living.length === 0) {
      deleteObject(this.#core, resource, object, {
        dryRun: false,
        propagationPolicy: this.#policyFor(object),
      });
    } else if (living.length < owners.length) {
      commit(this.#core, resource, withMetadata(object, { ownerReferences: living }));
    }
  }

  /** What waits for its own dependents keeps waiting; everything else goes in the background. */
  #policyFor({ metadata }: StoredObject): string | undefined {
    return (metadata.finalizers ?? []).some((name) => name === foreground || name === orphan)
      ? undefined
      : 'Background';
  }

  /** An owner in another namespace is none; one that waits in the foreground is as good as gone. */
  #isAlive({ uid }: StoredOwner, { metadata }: StoredObject): boolean {
    const owner = this.#objects.get(uid)?.object;
    if (owner === undefined || this.#isLeaving(owner, foreground)) return false;
    return owner.metadata.namespace === undefined || owner.metadata.namespace === metadata.namespace;
  }

  /** The owner waits until the dependents that block it are gone; they are deleted in the foreground as well. */
  #clearForeground(resource: Resource, owner: StoredObject): void {
    const dependents = [...this.#dependentsOf(owner.metadata.uid)].flatMap(
      (uid) => this.#objects.get(uid) ?? [],
    );
    for (const { table, object } of dependents) {
      const kind = this.#core.registry.ofTable(table);
      if (kind === undefined || object.metadata.deletionTimestamp !== undefined) continue;
      deleteObject(this.#core, kind, object, { dryRun: false, propagationPolicy: 'Foreground' });
    }
    const blocks = ({ metadata }: StoredObject): boolean =>
      (metadata.ownerReferences ?? []).some(
        (ref) => ref.uid === owner.metadata.uid && ref.blockOwnerDeletion === true,
      );
    const isBlocked = [...this.#dependentsOf(owner.metadata.uid)].some((uid) => {
      const dependent = this.#objects.get(uid)?.object;
      return dependent !== undefined && blocks(dependent);
    });
    if (!isBlocked) this.#finish(resource, owner.metadata.uid, foreground);
  }

  /** The dependents stay behind, without the owner. */
  #orphan(resource: Resource, owner: StoredObject): void {
    const { uid } = owner.metadata;
    for (const { table, object } of [...this.#dependentsOf(uid)].flatMap(
      (id) => this.#objects.get(id) ?? [],
    )) {
      const kind = this.#core.registry.ofTable(table);
      const ownerReferences = (object.metadata.ownerReferences ?? []).filter((ref) => ref.uid !== uid);
      if (kind !== undefined) commit(this.#core, kind, withMetadata(object, { ownerReferences }));
    }
    this.#finish(resource, uid, orphan);
  }

  #finish(resource: Resource, uid: string, finalizer: string): void {
    const object = this.#objects.get(uid)?.object;
    if (object === undefined) return;
    settle(this.#core, resource, object, finalizer);
  }
}
