import type { WatchEvent } from '../client/client.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import type { Change } from './change.ts';
import { isOlder } from './is-older.ts';
import { deepFreeze, shareParts } from './share-parts.ts';
import { storeKey, storeKeyOf } from './store-key.ts';
import { Store } from './store.ts';

/** How a write ended, for the mirror. */
export interface WriteInProgress<T extends KubernetesObject> {
  /** It answered with this object. Returns the object as the mirror shares it. */
  wrote(object: T): T;
  /** The object is deleted for good, as far as the answer tells. */
  deleted(): void;
  /** It failed, or its answer says nothing about the object. */
  abandoned(): void;
}

/** A change that handlers have not heard of yet. */
interface HeldChange<T extends KubernetesObject> {
  readonly old: T | undefined;
  readonly object: T | undefined;
  /** The state with which an object went. */
  readonly last: T | undefined;
  readonly version: string;
}

/** A key that we are writing to, or have written to without the watch having shown it yet. */
interface Pending<T extends KubernetesObject> {
  /** The state to which `held` leads: what handlers will know. */
  lastDelivered: T | undefined;
  readonly held: HeldChange<T>[];
  writes: number;
  /** The store shows our write, and the watch has yet to come this far. */
  ahead: boolean;
  /** The uid of the object that we deleted. */
  tombstone: string | undefined;
  /** The version at which the watch reported the object gone. */
  deletedAt: string | undefined;
  readonly ownVersions: Set<string>;
}

/**
 * One kind as the watch reports it, and ahead of that, what this process itself wrote.
 *
 * An answer to a write is readable at once. Older events of the watch do not undo it, and handlers hear of
 * an object when the watch has caught up with it, so that a change knows whether it was our own doing. They hear
 * of every state that could be read, also of one that the watch passed over, unless we wrote another over it.
 * Nothing here ever waits.
 */
export class Mirror<T extends KubernetesObject> {
  readonly store = new Store<T>();
  readonly #freeze: boolean;
  readonly #pending = new Map<string, Pending<T>>();
  /** The version of the last list, by the namespace it was of (`undefined` for all). */
  readonly #listedAt = new Map<string | undefined, string>();
  /** While an object without a name is being created: uids of what was deleted, for it may be among them. */
  readonly #deletedWhileCreating = new Set<string>();
  #unnamedCreations = 0;
  /** What was received last. What comes next is often much like it. */
  #last: T | undefined;

  constructor({ freeze }: { freeze: boolean }) {
    this.#freeze = freeze;
  }

  /**
   * Makes an object that was just received what is kept of it. managedFields are half of its bytes and of no use
   * to a reader; of the rest, only what is new is kept.
   */
  take(object: T): T {
    const { metadata } = object;
    const stripped =
      metadata.managedFields === undefined
        ? object
        : ({ ...object, metadata: { ...metadata, managedFields: undefined } } as T);
    const shared = shareParts(stripped, this.store.get(storeKeyOf(object)) ?? this.#last);
    this.#last = shared;
    return this.#freeze ? deepFreeze(shared) : shared;
  }

  /** Takes in one event of the watch; returns what handlers should hear of now. */
  receive({ type, object: received }: WatchEvent<T>): readonly Change<T>[] {
    const object = this.take(received);
    const key = storeKeyOf(object);
    if (type === 'DELETED' && this.#unnamedCreations > 0) this.#deletedWhileCreating.add(object.metadata.uid);
    return this.#observed(
      key,
      type === 'DELETED' ? undefined : object,
      object.metadata.resourceVersion,
      object,
    );
  }

  /**
   * Takes in a whole list of objects that were taken, read at `resourceVersion`: what it lacks is gone. With a namespace, the list is of
   * that namespace alone. Works as its changes are asked for: readers see all of it or nothing if they are
   * asked for in one go, and otherwise whatever has been taken in so far.
   */
  *replace(
    items: readonly T[],
    resourceVersion: string,
    namespace?: string,
  ): Generator<Change<T>, void, undefined> {
    this.#listedAt.set(namespace, resourceVersion);
    const listed = new Set<string>();
    for (const object of items) {
      const key = storeKeyOf(object);
      listed.add(key);
      yield* this.#observed(key, object, object.metadata.resourceVersion, object);
    }
    for (const key of [...this.store.keys(), ...this.#pending.keys()]) {
      if (listed.has(key) || (namespace !== undefined && !key.startsWith(`${namespace}/`))) continue;
      const last = this.store.get(key) ?? this.#pending.get(key)?.lastDelivered;
      if (last !== undefined) yield* this.#observed(key, undefined, resourceVersion, last);
    }
  }

  /**
   * Announces a write, so that its event is known for our own even when it arrives before the answer.
   * `deliver` gets the changes that were held back meanwhile, if there were any.
   */
  write(target: Partial<ObjectKey>, deliver: (change: Change<T>) => void): WriteInProgress<T> {
    const { name, namespace } = target;
    if (name === undefined) return this.#writeUnnamed(deliver);
    const key = storeKey({ name, ...(namespace !== undefined && { namespace }) });
    const uid = this.store.get(key)?.metadata.uid;
    this.#begin(key);
    return {
      wrote: (object) =>
        this.#end(key, deliver, (pending) => this.#merge(key, pending, this.take(object)), object),
      deleted: () => this.#end(key, deliver, (pending) => this.#markDeleted(key, uid, pending), undefined),
      abandoned: () => this.#end(key, deliver, () => undefined, undefined),
    };
  }

  #writeUnnamed(deliver: (change: Change<T>) => void): WriteInProgress<T> {
    this.#unnamedCreations += 1;
    const end = (): void => {
      this.#unnamedCreations -= 1;
      if (this.#unnamedCreations === 0) this.#deletedWhileCreating.clear();
    };
    return {
      wrote: (object) => {
        const gone = this.#deletedWhileCreating.has(object.metadata.uid);
        end();
        return gone ? this.take(object) : this.write(object.metadata, deliver).wrote(object);
      },
      deleted: end,
      abandoned: end,
    };
  }

  #begin(key: string): Pending<T> {
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      pending = {
        lastDelivered: this.store.get(key),
        held: [],
        writes: 0,
        ahead: false,
        tombstone: undefined,
        deletedAt: undefined,
        ownVersions: new Set(),
      };
      this.#pending.set(key, pending);
    }
    pending.writes += 1;
    return pending;
  }

  #end<Answer extends T | undefined>(
    key: string,
    deliver: (change: Change<T>) => void,
    settle: (pending: Pending<T>) => Answer,
    answer: Answer,
  ): Answer {
    const pending = this.#pending.get(key);
    if (pending === undefined) return answer;
    pending.writes -= 1;
    const shared = settle(pending);
    for (const change of this.#release(key, pending)) deliver(change);
    return shared;
  }

  #merge(key: string, pending: Pending<T>, object: T): T {
    const version = object.metadata.resourceVersion;
    pending.ownVersions.add(version);
    // Of what is not there, a newer list or event has told that it is gone, and nothing will tell so again.
    const absentAt =
      pending.deletedAt ?? this.#listedAt.get(object.metadata.namespace) ?? this.#listedAt.get(undefined);
    const shown = this.store.get(key)?.metadata.resourceVersion ?? absentAt;
    if (shown !== undefined && (shown === version || isOlder(version, shown))) return object;
    pending.ahead = true;
    pending.tombstone = undefined;
    this.store.set(key, object);
    return object;
  }

  /** Only what was there when the delete began: the watch may have brought a namesake since. */
  #markDeleted(key: string, uid: string | undefined, pending: Pending<T>): undefined {
    const deleted = this.store.get(key);
    // When the watch has shown that the object is on its way out, it will also show when it is gone.
    if (deleted === undefined || deleted.metadata.uid !== uid || isBeingDeleted(deleted)) return;
    pending.ahead = true;
    pending.tombstone = deleted.metadata.uid;
    this.store.delete(key);
  }

  /** The watch or a list shows the object in this state, or gone (`undefined`), as of this version. */
  #observed(key: string, object: T | undefined, version: string, last: T): readonly Change<T>[] {
    const stored = this.store.get(key);
    const pending = this.#pending.get(key);
    if (pending === undefined) {
      if (!isNewer(stored, object, version)) return nothing;
      this.#updateStore(key, object);
      return changesBetween(stored, object, last, false);
    }
    const { tombstone } = pending;
    const isAhead =
      tombstone === undefined
        ? stored !== undefined && isOlder(version, stored.metadata.resourceVersion)
        : object?.metadata.uid === tombstone && !isBeingDeleted(object);
    if (!isAhead) {
      // Whoever has read it has to hear of what became of it.
      if (pending.ahead && stored !== undefined) hold(pending, stored, stored.metadata.resourceVersion);
      this.#updateStore(key, object);
      pending.ahead = false;
      pending.tombstone = undefined;
      pending.deletedAt = object === undefined ? version : undefined;
    }
    hold(pending, isAhead ? object : this.store.get(key), version, last);
    return this.#release(key, pending);
  }

  /** The echo of a write is no news: readers keep the very object that they have. */
  #updateStore(key: string, object: T | undefined): void {
    if (object === undefined) this.store.delete(key);
    else if (this.store.get(key)?.metadata.resourceVersion !== object.metadata.resourceVersion) {
      this.store.set(key, object);
    }
  }

  /** Once nothing is in progress and the watch has caught up: what handlers have not heard of yet. */
  #release(key: string, pending: Pending<T>): readonly Change<T>[] {
    if (pending.writes > 0 || pending.ahead) return nothing;
    this.#pending.delete(key);
    const { held, ownVersions } = pending;
    return held.flatMap(({ old, object, last, version }) =>
      changesBetween(old, object, last, ownVersions.has(version)),
    );
  }
}

const nothing: readonly never[] = [];

/** Whether the report tells what is not known. An equal version does only as the end of the object. */
function isNewer(
  known: KubernetesObject | undefined,
  object: KubernetesObject | undefined,
  version: string,
): boolean {
  if (known === undefined) return object !== undefined;
  const { resourceVersion } = known.metadata;
  return !isOlder(version, resourceVersion) && (object === undefined || version !== resourceVersion);
}

function hold<T extends KubernetesObject>(
  pending: Pending<T>,
  object: T | undefined,
  version: string,
  last = object,
): void {
  if (!isNewer(pending.lastDelivered, object, version)) return;
  pending.held.push({ old: pending.lastDelivered, object, last, version });
  pending.lastDelivered = object;
}

/** A namesake is another object: the old one is gone, whatever they have in common. */
function changesBetween<T extends KubernetesObject>(
  old: T | undefined,
  object: T | undefined,
  last: T | undefined,
  own: boolean,
): readonly Change<T>[] {
  if (object === undefined)
    return last === undefined ? nothing : [{ type: 'deleted', object: last, initial: false, own }];
  if (old === undefined) return [{ type: 'added', object, initial: false, own }];
  if (old.metadata.uid === object.metadata.uid)
    return [{ type: 'updated', object, old, initial: false, own }];
  return [
    { type: 'deleted', object: old, initial: false, own },
    { type: 'added', object, initial: false, own },
  ];
}
