import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** Returns the values under which an object appears in an index. */
export type IndexFunction<T extends KubernetesObject> = (object: DeepReadonly<T>) => readonly string[];

/** The index values to look up: one, any of several, or all with a prefix. */
export type IndexQuery = string | { readonly anyOf: readonly string[] } | { readonly prefix: string };

interface Index<T extends KubernetesObject> {
  readonly valuesOf: IndexFunction<T>;
  readonly entries: Map<string, Map<string, T>>;
}

const byNamespace = 'namespace';
const byOwner = 'owner';

/** The objects of one kind by key and by index. All readers share the objects. */
export class Store<T extends KubernetesObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, Index<T>>();

  constructor() {
    this.#file(byNamespace, ({ metadata }) => (metadata.namespace === undefined ? [] : [metadata.namespace]));
  }

  get size(): number {
    return this.#objects.size;
  }

  /** Adds an index over all current and future objects. */
  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    if (name === byOwner || name === byNamespace)
      throw new Error(`the index name ${name} is reserved: the cache has this index already`);
    if (this.#indexes.has(name)) throw new Error(`index ${name} already exists`);
    this.#file(name, valuesOf);
  }

  #file(name: string, valuesOf: IndexFunction<T>): void {
    const index: Index<T> = { valuesOf, entries: new Map() };
    this.#indexes.set(name, index);
    for (const [key, object] of this.#objects) fileObject(index, key, object);
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  keys(): IterableIterator<string> {
    return this.#objects.keys();
  }

  values(): IterableIterator<T> {
    return this.#objects.values();
  }

  inNamespace(namespace: string): Iterable<T> {
    return this.withIndex(byNamespace, namespace);
  }

  /** Objects that have an owner reference with this uid. */
  ownedBy(uid: string): Iterable<T> {
    // Created on first use: many kinds have owners, but few are looked up by owner.
    if (!this.#indexes.has(byOwner)) {
      this.#file(byOwner, ({ metadata }) => metadata.ownerReferences?.map((owner) => owner.uid) ?? []);
    }
    return this.withIndex(byOwner, uid);
  }

  /**
   * Returns each object once, even if several of its values match. A prefix query scans every value of the index.
   */
  withIndex(name: string, query: IndexQuery): Iterable<T> {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new Error(`index ${name} does not exist`);
    const { entries } = index;
    if (typeof query === 'string') return entries.get(query)?.values() ?? [];
    const values =
      'anyOf' in query ? query.anyOf : [...entries.keys()].filter((value) => value.startsWith(query.prefix));
    return new Set(values.flatMap((value) => [...(entries.get(value)?.values() ?? [])]));
  }

  set(key: string, object: T): void {
    const old = this.#objects.get(key);
    this.#objects.set(key, object);
    for (const index of this.#indexes.values()) {
      if (old !== undefined) unfileObject(index, key, old);
      fileObject(index, key, object);
    }
  }

  delete(key: string): void {
    const old = this.#objects.get(key);
    if (old === undefined) return;
    this.#objects.delete(key);
    for (const index of this.#indexes.values()) unfileObject(index, key, old);
  }
}

function fileObject<T extends KubernetesObject>(
  { valuesOf, entries }: Index<T>,
  key: string,
  object: T,
): void {
  for (const value of valuesOf(object)) {
    const filed = entries.get(value);
    if (filed === undefined) entries.set(value, new Map([[key, object]]));
    else filed.set(key, object);
  }
}

function unfileObject<T extends KubernetesObject>(
  { valuesOf, entries }: Index<T>,
  key: string,
  object: T,
): void {
  for (const value of valuesOf(object)) {
    const filed = entries.get(value);
    if (filed === undefined) continue;
    filed.delete(key);
    if (filed.size === 0) entries.delete(value);
  }
}
