import { deepFreeze } from '@opgen/rules/json';
import type { WatchEvent } from '../client/client.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import type { Change } from './change.ts';
import { isOlder } from './is-older.ts';
import { shareParts } from './share-parts.ts';
import { storeKey, storeKeyOf } from './store-key.ts';
import { Store } from './store.ts';

/** Reports the outcome of a write to the mirror. */
export interface WriteInProgress<T extends KubernetesObject> {
  /** The write returned this object. Returns the shared copy of it. */
  wrote(object: T): T;
  /** The response shows that the object is gone. */
  deleted(): void;
  /** The write failed, or its response does not contain the object. */
  abandoned(): void;
}

/** A change that has not been delivered to handlers yet. */
interface HeldChange<T extends KubernetesObject> {
  readonly old: T | undefined;
  readonly object: T | undefined;
  /** The last known state of a deleted object. */
  readonly last: T | undefined;
  readonly version: string;
}

/** A key with a write in progress, or with a write that the watch has not delivered yet. */
interface Pending<T extends KubernetesObject> {
  /** The state after the held changes are delivered. */
  lastDelivered: T | undefined;
  readonly held: HeldChange<T>[];
  writes: number;
  /** The store contains our write, and the watch has not reached it yet. */
  ahead: boolean;
  /** The uid of the object that this process deleted. */
  tombstone: string | undefined;
  /** The resource version at which the watch delivered the deletion. */
  deletedAt: string | undefined;
  readonly ownVersions: Set<string>;
}

/**
 * One kind as the watch delivers it, with the writes of this process applied on top.
 *
 * The response of a write is readable at once, and older watch events do not undo it. Handlers receive the change
 * when the watch has caught up, so that they know whether this process wrote it. They receive every state that was
 * readable, even one that the watch skipped, unless this process overwrote it. No method waits.
 */
export class Mirror<T extends KubernetesObject> {
  readonly store = new Store<T>();
  readonly #freeze: boolean;
  readonly #pending = new Map<string, Pending<T>>();
  /** The resource version of the last list by namespace (`undefined` for all namespaces). */
  readonly #listedAt = new Map<string | undefined, string>();
  /** Uids deleted while a create with generateName is in progress: its object may be among them. */
  readonly #deletedWhileCreating = new Set<string>();
  #unnamedCreations = 0;
  /** The last received object: the next one is often similar. */
  #last: T | undefined;

  constructor({ freeze }: { freeze: boolean }) {
    this.#freeze = freeze;
  }

  /**
   * Prepares a received object for the cache. It drops managedFields, which are half of its size and of no use to
   * readers, and shares equal parts with known objects.
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

  /** Processes one watch event; returns the changes to deliver now. */
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
   * Replaces the contents with a list read at `resourceVersion`: objects that it lacks are deleted. With a namespace,
   * the list covers that namespace only. The generator works while it is consumed: consumed synchronously, the
   * replacement is atomic for readers.
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
   * Announces a write, so that its event counts as our own even if it arrives before the response. `deliver` receives
   * the changes that were held back in the meantime.
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
        const isDeleted = this.#deletedWhileCreating.has(object.metadata.uid);
        end();
        return isDeleted ? this.take(object) : this.write(object.metadata, deliver).wrote(object);
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
    // If the object is missing, a newer list or event has delivered its deletion already and will not do so again.
    const absentAt =
      pending.deletedAt ?? this.#listedAt.get(object.metadata.namespace) ?? this.#listedAt.get(undefined);
    const shown = this.store.get(key)?.metadata.resourceVersion ?? absentAt;
    if (shown !== undefined && (shown === version || isOlder(version, shown))) return object;
    pending.ahead = true;
    pending.tombstone = undefined;
    this.store.set(key, object);
    return object;
  }

  /**
   * Deletes only the object that existed when the delete began: the watch may have delivered a new object of the same
   * name.
   */
  #markDeleted(key: string, uid: string | undefined, pending: Pending<T>): undefined {
    const deleted = this.store.get(key);
    // If the watch has delivered the deletion timestamp, it will deliver the deletion too.
    if (deleted === undefined || deleted.metadata.uid !== uid || isBeingDeleted(deleted)) return;
    pending.ahead = true;
    pending.tombstone = deleted.metadata.uid;
    this.store.delete(key);
  }

  /** The watch or a list shows the object in this state, or deleted (`undefined`), as of this version. */
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
      // A state that was readable has to be delivered.
      if (pending.ahead && stored !== undefined) hold(pending, stored, stored.metadata.resourceVersion);
      this.#updateStore(key, object);
      pending.ahead = false;
      pending.tombstone = undefined;
      pending.deletedAt = object === undefined ? version : undefined;
    }
    hold(pending, isAhead ? object : this.store.get(key), version, last);
    return this.#release(key, pending);
  }

  /** The event of our own write changes nothing: readers keep the identical object. */
  #updateStore(key: string, object: T | undefined): void {
    if (object === undefined) this.store.delete(key);
    else if (this.store.get(key)?.metadata.resourceVersion !== object.metadata.resourceVersion) {
      this.store.set(key, object);
    }
  }

  /** The held changes, once no write is in progress and the watch has caught up. */
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

/** Whether the report is newer than the known state. An equal version is newer only if it is a deletion. */
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

/** An object with another uid is a different object: the old one was deleted. */
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
