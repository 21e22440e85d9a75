import { freeze, type StoredObject } from './stored-object.ts';

/** One write, as watches see it. `previous` is what was stored before. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly revision: number;
  /** `<group>/<plural>` */
  readonly table: string;
  readonly object: StoredObject;
  readonly previous?: StoredObject;
}

/**
 * All objects under one revision that every write raises, and the last changes. Objects are frozen, so a
 * reader may keep them.
 */
export class Store {
  #revision = 1;
  readonly #tables = new Map<string, Map<string, StoredObject>>();
  readonly #changes: Change[] = [];
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #remembered: number;

  constructor(remembered = 10_000) {
    this.#remembered = remembered;
  }

  get revision(): number {
    return this.#revision;
  }

  find(table: string, namespace: string | undefined, name: string): StoredObject | undefined {
    return this.#tables.get(table)?.get(keyOf(namespace, name));
  }

  /** Sorted by namespace and name, as a real server lists them. */
  list(table: string, namespace?: string): StoredObject[] {
    const all = [...(this.#tables.get(table)?.entries() ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const objects = all.map(([, object]) => object);
    return namespace === undefined ? objects : objects.filter((o) => o.metadata.namespace === namespace);
  }

  tables(): string[] {
    return [...this.#tables.keys()];
  }

  /** Creates or replaces, and answers what was stored: the object with its new resource version. */
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

  /** Removes, and answers the last state under the revision of its removal. */
  remove(table: string, object: StoredObject): StoredObject {
    const revision = ++this.#revision;
    const previous = this.find(table, object.metadata.namespace, object.metadata.name) ?? object;
    this.#tables.get(table)?.delete(keyOf(object.metadata.namespace, object.metadata.name));
    const last = stamped(object, revision);
    this.#announce({ type: 'DELETED', revision, table, object: last, previous });
    return last;
  }

  /** The changes of a table after a revision; undefined when some of them are forgotten. */
  changesSince(table: string, revision: number): Change[] | undefined {
    const oldest = this.#changes[0]?.revision ?? this.#revision + 1;
    if (revision < oldest - 1 && oldest > 2) return undefined;
    return this.#changes.filter((change) => change.table === table && change.revision > revision);
  }

  /** Forgets all changes, so that older resource versions are expired. */
  compact(): void {
    this.#changes.length = 0;
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

function stamped(object: StoredObject, revision: number): StoredObject {
  return freeze({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } });
}
