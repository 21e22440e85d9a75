import { deepFreeze } from '@opgen/rules/json';
import type { StoredObject } from './stored-object.ts';

/** One write, as watches see it. `previous` is the object before the write. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly revision: number;
  /** `<group>/<plural>` */
  readonly table: string;
  readonly object: StoredObject;
  readonly previous?: StoredObject;
}

/** Everything that is stored, by table. */
export interface StoredTables {
  readonly revision: number;
  /** The number of objects. */
  readonly size: number;
  tables(): Iterable<readonly [table: string, objects: readonly StoredObject[]]>;
}

interface StoreOptions {
  /** How many changes can be watched. */
  remembered?: number;
  /** What was stored before; its changes cannot be watched. */
  saved?: StoredTables | undefined;
}

/**
 * All objects under one revision, which every write increments, and the most recent changes. Objects are frozen, so
 * readers may keep them.
 */
export class Store implements StoredTables {
  #revision: number;
  readonly #tables = new Map<string, Map<string, StoredObject>>();
  readonly #changes: Change[] = [];
  readonly #servedSince = new Map<string, number>();
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #remembered: number;

  constructor({ remembered = 10_000, saved }: StoreOptions = {}) {
    this.#remembered = remembered;
    this.#revision = saved?.revision ?? 1;
    for (const [table, objects] of saved?.tables() ?? []) {
      const byKey = objects.map(
        (o) => [keyOf(o.metadata.namespace, o.metadata.name), deepFreeze(o)] as const,
      );
      this.#tables.set(table, new Map(byKey));
    }
  }

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    let size = 0;
    for (const objects of this.#tables.values()) size += objects.size;
    return size;
  }

  *tables(): Iterable<readonly [table: string, objects: readonly StoredObject[]]> {
    for (const [table, objects] of this.#tables) yield [table, [...objects.values()]];
  }

  find(table: string, namespace: string | undefined, name: string): StoredObject | undefined {
    return this.#tables.get(table)?.get(keyOf(namespace, name));
  }

  /** Sorted by namespace and name, as a real server lists them. */
  list(table: string, namespace?: string): StoredObject[] {
    return sorted(this.#tables.get(table) ?? new Map(), namespace);
  }

  /** Creates or replaces an object, and returns it with its new resourceVersion. */
  put(table: string, object: StoredObject): StoredObject {
    const revision = ++this.#revision;
    const stored = stamped(object, revision);
    const objects = this.#tables.get(table) ?? new Map<string, StoredObject>();
    this.#tables.set(table, objects);
    const key = keyOf(object.metadata.namespace, object.metadata.name);
    const previous = objects.get(key);
    objects.set(key, stored);
    this.#announce(
      previous
        ? { type: 'MODIFIED', revision, table, object: stored, previous }
        : { type: 'ADDED', revision, table, object: stored },
    );
    return stored;
  }

  /** Deletes an object, and returns its last state with the revision of the deletion. */
  remove(table: string, object: StoredObject): StoredObject {
    const revision = ++this.#revision;
    const previous = this.find(table, object.metadata.namespace, object.metadata.name) ?? object;
    this.#tables.get(table)?.delete(keyOf(object.metadata.namespace, object.metadata.name));
    const last = stamped(object, revision);
    this.#announce({ type: 'DELETED', revision, table, object: last, previous });
    return last;
  }

  /** The contents of a table at a revision; undefined if that revision is compacted. */
  listAt(table: string, revision: number, namespace?: string): StoredObject[] | undefined {
    const since = this.changesSince(table, revision);
    if (since === undefined) return undefined;
    const former = new Map<string, StoredObject | undefined>();
    for (const { object, previous } of since.toReversed())
      former.set(keyOf(object.metadata.namespace, object.metadata.name), previous);
    const objects = new Map<string, StoredObject>();
    for (const [key, object] of [...(this.#tables.get(table) ?? []), ...former])
      if (object === undefined) objects.delete(key);
      else objects.set(key, object);
    return sorted(objects, namespace);
  }

  /** Records that a table is served from now on: earlier changes cannot be watched. */
  begin(table: string): void {
    if (!this.#servedSince.has(table)) this.#servedSince.set(table, this.#revision);
  }

  /** The changes of a table after a revision; undefined if some of them are compacted. */
  changesSince(table: string, revision: number): Change[] | undefined {
    const oldest = this.#changes[0]?.revision ?? this.#revision + 1;
    if (revision < (this.#servedSince.get(table) ?? 0) || (revision < oldest - 1 && oldest > 2))
      return undefined;
    return this.#changes.filter((change) => change.table === table && change.revision > revision);
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #announce(change: Change): void {
    this.#changes.push(change);
    if (this.#changes.length > this.#remembered) this.#changes.shift();
    for (const listener of this.#listeners) listener(change);
  }
}

function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

function sorted(table: ReadonlyMap<string, StoredObject>, namespace: string | undefined): StoredObject[] {
  const objects = [...table].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  return namespace === undefined ? objects : objects.filter((o) => o.metadata.namespace === namespace);
}

function stamped(object: StoredObject, revision: number): StoredObject {
  return deepFreeze({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } });
}
