import { sameSequence } from '../values/containers.ts';
import { equals } from '../values/equality.ts';
import { NoSuchOverload } from '../values/evaluation-error.ts';
import { Duration } from '../../duration/duration.ts';
import { type List, Timestamp, type Value, isList, isMapping, typeNameOf } from '../values/value.ts';
import { escapeProperty } from './escaping.ts';
import type { JSONSchemaProps } from '../../schema/json-schema-props.ts';

/**
 * A list with a schema. For list types `set` and `map`, equality ignores the order, and adding lists merges them.
 */
export class SchemaList implements List {
  readonly kind = 'list';
  readonly onlyIntIndexes = true;
  readonly #json: readonly unknown[];
  readonly #schema: JSONSchemaProps;
  readonly #convert: (json: unknown, schema: JSONSchemaProps) => Value;
  readonly #added: readonly Value[];

  constructor(
    json: readonly unknown[],
    schema: JSONSchemaProps,
    convert: (json: unknown, schema: JSONSchemaProps) => Value,
    added: readonly Value[] = [],
  ) {
    this.#json = json;
    this.#schema = schema;
    this.#convert = convert;
    this.#added = added;
  }

  get size(): number {
    return this.#json.length + this.#added.length;
  }

  at(index: number): Value {
    const own = this.#json.length;
    return index < own ? this.#convert(this.#json[index], this.#schema.items!) : this.#added[index - own]!;
  }

  *[Symbol.iterator](): Iterator<Value> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }

  equals(other: Value): boolean {
    if (!isList(other)) throw new NoSuchOverload();
    const identify = this.#identify;
    if (identify === undefined) return sameSequence(this, other);
    if (this.size !== other.size) return false;
    const items = new Map([...this].map((item) => [identify(item), item]));
    return [...other].every((item) => {
      const counterpart = items.get(identify(item));
      return counterpart !== undefined && equals(counterpart, item);
    });
  }

  concat(other: List): List {
    const identify = this.#identify;
    if (identify === undefined) {
      return new SchemaList(this.#json, this.#schema, this.#convert, [...this.#added, ...other]);
    }
    const items = new Map([...this].map((item) => [identify(item), item]));
    for (const item of other) items.set(identify(item), item);
    return new SchemaList([], this.#schema, this.#convert, [...items.values()]);
  }

  /** Identifies an element of a list of type `set` or `map`; undefined for atomic lists. */
  get #identify(): ((item: Value) => string) | undefined {
    const names = this.#schema['x-kubernetes-list-map-keys'] ?? [];
    switch (this.#schema['x-kubernetes-list-type']) {
      case 'set':
        return identityOf;
      case 'map':
        return (item) =>
          names
            .map((name) => identityOf(isMapping(item) ? item.find(escapeProperty(name) ?? name) : undefined))
            .join();
      default:
        return undefined;
    }
  }
}

/** A string that is equal for two values exactly if they are equal and have the same type. */
function identityOf(value: Value | undefined): string {
  if (value === undefined) return 'absent';
  if (isList(value)) return `[${[...value].map(identityOf).join()}]`;
  if (isMapping(value)) {
    const entries = [...value.keys()].map((key) => `${identityOf(key)}:${identityOf(value.find(key))}`);
    return `{${entries.toSorted().join()}}`;
  }
  if (value instanceof Timestamp || value instanceof Duration)
    return `${typeNameOf(value)} ${value.nanoseconds}`;
  return `${typeNameOf(value)} ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`;
}
