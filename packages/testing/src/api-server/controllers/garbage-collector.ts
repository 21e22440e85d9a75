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
 * Deletes objects whose owners are gone, as kube-controller-manager does. It identifies owners by uid: a new owner
 * with the same name is another owner. It records every change and deletes only in `run`, never within the write
 * that caused the deletion.
 */
export class GarbageCollector {
  readonly #core: Core;
  readonly #assumesOwners: boolean;
  /** Objects that were deleted here; recorded only where it matters. */
  readonly #deleted = new Set<string>();
  readonly #objects = new Map<string, Located>();
  readonly #dependents = new Map<string, Set<string>>();
  readonly #due = new Set<string>();

  /** `assumesOwners`: an owner exists until it is deleted here, even if it is not stored. */
  constructor(core: Core, { assumesOwners = false }: { assumesOwners?: boolean } = {}) {
    this.#core = core;
    this.#assumesOwners = assumesOwners;
  }

  /** Records a change. True if there is work to do now. */
  changed({ table, type, object, previous }: Change): boolean {
    const { uid } = object.metadata;
    for (const owner of previous?.metadata.ownerReferences ?? [])
      this.#dependents.get(owner.uid)?.delete(uid);
    if (type === 'DELETED') {
      this.#objects.delete(uid);
      if (this.#assumesOwners) this.#deleted.add(uid);
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

  /** Does the work that is due. Its own changes may add more. */
  run(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const uid of due) {
      const found = this.#objects.get(uid);
      const resource = found && this.#core.registry.ofTable(found.table);
      if (found === undefined || resource === undefined) continue;
      if (this.#waitsFor(found.object, orphan)) this.#orphan(resource, found.object);
      else if (this.#waitsFor(found.object, foreground)) this.#clearForeground(resource, found.object);
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

  #waitsFor({ metadata }: StoredObject, finalizer: string): boolean {
    return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(finalizer);
  }

  /** Deletes the object with its last owner; while it has other owners, removes the references to missing ones. */
  #checkOwners(uid: string, resource: Resource): void {
    const object = this.#objects.get(uid)?.object;
    const owners = object?.metadata.ownerReferences ?? [];
    if (object === undefined || owners.length === 0 || object.metadata.deletionTimestamp !== undefined)
      return;
    const existing = owners.filter((owner) => this.#isAlive(owner, object));
    if (existing.length === 0) {
      deleteObject(this.#core, resource, object, {
        dryRun: false,
        propagationPolicy: this.#policyFor(object),
      });
    } else if (existing.length < owners.length) {
      commit(this.#core, resource, withMetadata(object, { ownerReferences: existing }));
    }
  }

  /** An object that waits for its own dependents keeps waiting; all others are deleted in the background. */
  #policyFor({ metadata }: StoredObject): string | undefined {
    return (metadata.finalizers ?? []).some((name) => name === foreground || name === orphan)
      ? undefined
      : 'Background';
  }

  /** An owner in another namespace does not count, and an owner that waits in foreground deletion counts as missing. */
  #isAlive({ uid }: StoredOwner, { metadata }: StoredObject): boolean {
    const owner = this.#objects.get(uid)?.object;
    if (owner === undefined && this.#assumesOwners && !this.#deleted.has(uid)) return true;
    if (owner === undefined || this.#waitsFor(owner, foreground)) return false;
    return owner.metadata.namespace === undefined || owner.metadata.namespace === metadata.namespace;
  }

  /** The owner waits until the dependents that block it are deleted; they are deleted in the foreground too. */
  #clearForeground(resource: Resource, owner: StoredObject): void {
    for (const { table, object } of this.#dependentObjects(owner)) {
      const kind = this.#core.registry.ofTable(table);
      if (kind === undefined || object.metadata.deletionTimestamp !== undefined) continue;
      const owners = (object.metadata.ownerReferences ?? []).filter((each) => this.#isAlive(each, object));
      if (owners.length > 0) commit(this.#core, kind, withMetadata(object, { ownerReferences: owners }));
      else this.#deleteInForeground(kind, object);
    }
    const blocks = ({ metadata }: StoredObject): boolean =>
      (metadata.ownerReferences ?? []).some(
        (ref) => ref.uid === owner.metadata.uid && ref.blockOwnerDeletion === true,
      );
    const isBlocked = this.#dependentObjects(owner).some(({ object }) => blocks(object));
    if (!isBlocked) this.#finish(resource, owner.metadata.uid, foreground);
  }

  /** A dependent that waits for an object in foreground deletion may be part of a cycle, so it blocks no owner. */
  #deleteInForeground(resource: Resource, object: StoredObject): void {
    const isInCycle = this.#dependentObjects(object).some((each) => this.#waitsFor(each.object, foreground));
    const ownerReferences = (object.metadata.ownerReferences ?? []).map((owner) => ({
      ...owner,
      blockOwnerDeletion: false,
    }));
    const unblocked = isInCycle
      ? commit(this.#core, resource, withMetadata(object, { ownerReferences }))
      : object;
    deleteObject(this.#core, resource, unblocked, { dryRun: false, propagationPolicy: 'Foreground' });
  }

  #dependentObjects({ metadata }: StoredObject): Located[] {
    return [...this.#dependentsOf(metadata.uid)].flatMap((uid) => this.#objects.get(uid) ?? []);
  }

  /** Removes the owner reference from the dependents, which remain. */
  #orphan(resource: Resource, owner: StoredObject): void {
    const { uid } = owner.metadata;
    for (const { table, object } of this.#dependentObjects(owner)) {
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
