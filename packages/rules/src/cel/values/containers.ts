import { equals } from './equality.ts';
import { EvaluationError } from './evaluation-error.ts';
import { Uint, type List, type Mapping, type Value, isList, isMapping, typeNameOf } from './value.ts';

/**
 * A list that an expression creates. Lists that grow by one element share an array, and each list sees the elements
 * that existed when it was created, so a comprehension that appends takes linear time.
 */
export class ArrayList implements List {
  readonly kind = 'list';
  readonly size: number;
  readonly #items: Value[];
  readonly #isGrowing: boolean;

  private constructor(items: Value[], size: number, isGrowing: boolean) {
    this.#items = items;
    this.size = size;
    this.#isGrowing = isGrowing;
  }

  static of(items: Iterable<Value>): ArrayList {
    const copy = [...items];
    return new ArrayList(copy, copy.length, false);
  }

  at(index: number): Value {
    return this.#items[index]!;
  }

  *[Symbol.iterator](): Iterator<Value> {
    for (let index = 0; index < this.size; index++) yield this.#items[index]!;
  }

  equals(other: Value): boolean {
    return isList(other) && sameSequence(this, other);
  }

  concat(other: List): List {
    const isLast = this.#isGrowing && this.#items.length === this.size;
    const items = isLast ? this.#items : this.#items.slice(0, this.size);
    const added = [...other];
    for (const item of added) items.push(item);
    return new ArrayList(items, this.size + added.length, true);
  }
}

export function sameSequence(a: List, b: List): boolean {
  if (a.size !== b.size) return false;
  for (let index = 0; index < a.size; index++) if (!equals(a.at(index), b.at(index))) return false;
  return true;
}

/** A key of a map in a form that JavaScript can compare: equal numbers of different types are the same key. */
export type MapKey = string | bigint | boolean | number;

interface Entry {
  readonly index: number;
  readonly key: Value;
  readonly value: Value;
}

/**
 * A map that an expression creates. Equal numbers of different types are the same key, and the last value of a key
 * wins. Maps that grow by one entry share their entries, like lists.
 */
export class EntryMap implements Mapping {
  readonly kind = 'map';
  readonly size: number;
  readonly #entries: Map<MapKey, Entry>;
  readonly #isGrowing: boolean;

  private constructor(entries: Map<MapKey, Entry>, size: number, isGrowing: boolean) {
    this.#entries = entries;
    this.size = size;
    this.#isGrowing = isGrowing;
  }

  static of(entries: Iterable<readonly [Value, Value]>): EntryMap {
    const map = new Map<MapKey, Entry>();
    for (const [key, value] of entries) {
      const normal = requireKey(key);
      map.set(normal, { index: map.get(normal)?.index ?? map.size, key, value });
    }
    return new EntryMap(map, map.size, false);
  }

  *keys(): Iterable<Value> {
    for (const { index, key } of this.#entries.values()) {
      if (index >= this.size) return;
      yield key;
    }
  }

  find(key: Value): Value | undefined {
    const normal = keyOf(key);
    const entry = normal === undefined ? undefined : this.#entries.get(normal);
    return entry === undefined || entry.index >= this.size ? undefined : entry.value;
  }

  with(key: Value, value: Value): EntryMap {
    if (this.find(key) !== undefined)
      throw new EvaluationError(`insert failed: key ${String(key)} already exists`);
    const isLast = this.#isGrowing && this.#entries.size === this.size;
    const entries = isLast ? this.#entries : this.#copy();
    entries.set(requireKey(key), { index: this.size, key, value });
    return new EntryMap(entries, this.size + 1, true);
  }

  equals(other: Value): boolean {
    return isMapping(other) && sameEntries(this, other);
  }

  #copy(): Map<MapKey, Entry> {
    return new Map([...this.#entries].slice(0, this.size));
  }
}

export function sameEntries(a: Mapping, b: Mapping): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    const other = b.find(key);
    if (other === undefined || !equals(a.find(key)!, other)) return false;
  }
  return true;
}

function requireKey(value: Value): MapKey {
  const key = keyOf(value);
  if (key === undefined) throw new EvaluationError(`unsupported key type: ${typeNameOf(value)}`);
  return key;
}

/** Undefined for a value that cannot be a key. */
export function keyOf(key: Value): MapKey | undefined {
  if (typeof key === 'string' || typeof key === 'boolean' || typeof key === 'bigint') return key;
  if (key instanceof Uint) return key.value;
  if (typeof key !== 'number') return undefined;
  return Number.isInteger(key) ? BigInt(key) : key;
}
