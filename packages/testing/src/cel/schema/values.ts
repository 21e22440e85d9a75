import { sameJson } from './same-json.ts';
import { sameSequence } from '../values/containers.ts';
import { parseFormattedDuration } from '../values/formatted-durations.ts';
import { equals } from '../values/equality.ts';
import { EvaluationError, NoSuchOverload } from '../values/evaluation-error.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import {
  Duration,
  type List,
  type Mapping,
  Timestamp,
  type Value,
  isList,
  isMapping,
} from '../values/value.ts';
import { escapeProperty, unescapeProperty } from './escaping.ts';
import { type RuleSchema, valueSchema, withTypeAndName } from './rule-schema.ts';

/** A JSON value as expressions see it, by its schema. What a list or an object holds is converted when it is read. */
export function fromJson(json: unknown, schema: RuleSchema): Value {
  if (json === null || json === undefined) {
    if (schema.nullable === true) return null;
    throw new EvaluationError('invalid data, got null for schema with nullable=false');
  }
  if (schema['x-kubernetes-int-or-string'] === true) {
    if (typeof json === 'string') return json;
    if (typeof json === 'number' && Number.isInteger(json)) return BigInt(json);
    throw new EvaluationError('invalid data, expected XIntOrString value to be either a string or integer');
  }
  switch (schema.type) {
    case 'object':
      return objectFrom(json, schema);
    case 'array':
      if (Array.isArray(json) && schema.items !== undefined) return new SchemaList(json, schema);
      break;
    case 'string':
      if (typeof json === 'string') return textFrom(json, schema.format);
      break;
    case 'number':
      if (typeof json === 'number') return json;
      break;
    case 'integer':
      if (typeof json === 'number' && Number.isInteger(json)) return BigInt(json);
      break;
    case 'boolean':
      if (typeof json === 'boolean') return json;
  }
  throw new EvaluationError(`invalid data for a schema of type ${schema.type ?? ''}`);
}

function objectFrom(json: unknown, schema: RuleSchema): Value {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new EvaluationError('invalid data, expected a map for the provided schema with type=object');
  }
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  return new SchemaMap(
    json as Readonly<Record<string, unknown>>,
    isResource ? withTypeAndName(schema) : schema,
  );
}

function textFrom(text: string, format: string | undefined): Value {
  switch (format) {
    case 'duration':
      return new Duration(known(parseFormattedDuration(text), `Invalid duration ${text}`));
    case 'date':
      return new Timestamp(
        known(parseTimestamp(`${text}T00:00:00Z`), `Invalid date formatted string ${text}`),
      );
    case 'date-time':
      return new Timestamp(
        known(parseTimestamp(text.toUpperCase()), `Invalid date-time formatted string ${text}`),
      );
    case 'byte':
      return bytesFrom(text);
    default:
      return text;
  }
}

/** The server reads bytes in the alphabet of URLs, whose - and _ the format in turn does not allow. */
function bytesFrom(text: string): Uint8Array {
  const illegal = text.search(/[+/]/);
  if (illegal === -1) return Uint8Array.from(Buffer.from(text, 'base64'));
  throw new EvaluationError(
    `Invalid byte formatted string ${text}: illegal base64 data at input byte ${illegal}`,
  );
}

function known(value: bigint | undefined, message: string): bigint {
  if (value === undefined) throw new EvaluationError(message);
  return value;
}

/** An object or a map. An object's properties are reached by their escaped names, and null is absent. */
class SchemaMap implements Mapping {
  readonly kind = 'map';
  readonly #json: Readonly<Record<string, unknown>>;
  readonly #schema: RuleSchema;

  constructor(json: Readonly<Record<string, unknown>>, schema: RuleSchema) {
    this.#json = json;
    this.#schema = schema;
  }

  get size(): number {
    return Object.keys(this.#json).length;
  }

  *keys(): Iterable<Value> {
    for (const key of Object.keys(this.#json)) {
      if (this.#schemaOf(key) === undefined) continue;
      yield this.#isObject ? (escapeProperty(key) ?? key) : key;
    }
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') throw new NoSuchOverload();
    const property = this.#isObject ? unescapeProperty(key) : key;
    if (property === undefined || !Object.hasOwn(this.#json, property)) return undefined;
    const json = this.#json[property];
    const schema = this.#schemaOf(property);
    if (schema === undefined || (this.#isObject && json === null)) return undefined;
    return fromJson(json, schema);
  }

  equals(other: Value): boolean {
    if (!isMapping(other)) throw new NoSuchOverload();
    if (this.size !== other.size) return false;
    if (other instanceof SchemaMap && !this.#sameUnknown(other)) return false;
    for (const key of this.keys()) {
      const [value, otherValue] = [this.find(key), other.find(key)];
      if (value === undefined && otherValue === undefined) continue;
      if (value === undefined || otherValue === undefined || !equals(value, otherValue)) return false;
    }
    return true;
  }

  /** What the schema does not tell of is compared as JSON, where both have it. */
  #sameUnknown(other: SchemaMap): boolean {
    return Object.entries(this.#json).every(
      ([key, json]) =>
        this.#schemaOf(key) !== undefined ||
        !Object.hasOwn(other.#json, key) ||
        sameJson(json, other.#json[key]),
    );
  }

  get #isObject(): boolean {
    return this.#schema.properties !== undefined;
  }

  #schemaOf(property: string): RuleSchema | undefined {
    const { properties } = this.#schema;
    if (properties === undefined) return valueSchema(this.#schema);
    return Object.hasOwn(properties, property) ? properties[property] : undefined;
  }
}

/** A list. Sets and lists of entries with keys are the same whatever their order, and adding merges them. */
class SchemaList implements List {
  readonly kind = 'list';
  readonly #json: readonly unknown[];
  readonly #schema: RuleSchema;
  readonly #added: readonly Value[];

  constructor(json: readonly unknown[], schema: RuleSchema, added: readonly Value[] = []) {
    this.#json = json;
    this.#schema = schema;
    this.#added = added;
  }

  get size(): number {
    return this.#json.length + this.#added.length;
  }

  at(index: number): Value {
    const own = this.#json.length;
    return index < own ? fromJson(this.#json[index], this.#schema.items!) : this.#added[index - own]!;
  }

  *[Symbol.iterator](): Iterator<Value> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }

  equals(other: Value): boolean {
    if (!isList(other)) throw new NoSuchOverload();
    if (this.#keyOf === undefined) return sameSequence(this, other);
    if (this.size !== other.size) return false;
    const items = [...this];
    return [...other].every((item) => {
      const counterpart = this.#counterpart(items, item);
      return counterpart !== -1 && equals(items[counterpart]!, item);
    });
  }

  concat(other: List): List {
    if (this.#keyOf === undefined)
      return new SchemaList(this.#json, this.#schema, [...this.#added, ...other]);
    const items = [...this];
    for (const item of other) {
      const counterpart = this.#counterpart(items, item);
      if (counterpart === -1) items.push(item);
      else items[counterpart] = item;
    }
    return new SchemaList([], this.#schema, items);
  }

  /** The place of the element that is the same one, by value or by its keys. */
  #counterpart(items: readonly Value[], item: Value): number {
    const keysOf = this.#keyOf!;
    const keys = keysOf(item);
    return items.findIndex((other) => {
      const otherKeys = keysOf(other);
      return keys.every((key, index) => sameKey(key, otherKeys[index]));
    });
  }

  /** What tells the elements of a set or of a list with keys apart; undefined for lists that are just lists. */
  get #keyOf(): ((item: Value) => readonly (Value | undefined)[]) | undefined {
    const names = this.#schema['x-kubernetes-list-map-keys'] ?? [];
    switch (this.#schema['x-kubernetes-list-type']) {
      case 'set':
        return (item) => [item];
      case 'map':
        return (item) =>
          names.map((name) => (isMapping(item) ? item.find(escapeProperty(name) ?? name) : undefined));
      default:
        return undefined;
    }
  }
}

function sameKey(left: Value | undefined, right: Value | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equals(left, right);
}
