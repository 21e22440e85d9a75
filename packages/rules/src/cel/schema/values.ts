import { deepEqual, isObject } from '../../json.ts';
import { readFormattedDuration } from '../../duration/formatted-duration.ts';
import { equals } from '../values/equality.ts';
import { EvaluationError, NoSuchOverload } from '../values/evaluation-error.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { Duration } from '../../duration/duration.ts';
import { type Mapping, Timestamp, type Value, isMapping } from '../values/value.ts';
import { escapeProperty, unescapeProperty } from './escaping.ts';
import { SchemaList } from './schema-list.ts';
import type { JSONSchemaProps } from '../../schema/json-schema-props.ts';
import { valueSchema } from '../../schema/read-schema.ts';
import { withTypeAndName } from './with-type-and-name.ts';

/** Converts a JSON value to a CEL value by its schema. Elements and fields are converted when they are read. */
export function fromJson(json: unknown, schema: JSONSchemaProps): Value {
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
      if (Array.isArray(json) && schema.items !== undefined) return new SchemaList(json, schema, fromJson);
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

function objectFrom(json: unknown, schema: JSONSchemaProps): Value {
  if (!isObject(json)) {
    throw new EvaluationError('invalid data, expected a map for the provided schema with type=object');
  }
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  return new SchemaMap(json, isResource ? withTypeAndName(schema) : schema);
}

function textFrom(text: string, format: string | undefined): Value {
  switch (format) {
    case 'duration':
      return new Duration(known(readFormattedDuration(text), `Invalid duration ${text}`));
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

/** The API server decodes bytes as URL-safe base64, but the format of the schema allows neither - nor _. */
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

/** An object or a map. Expressions read properties of objects by escaped names; a null property is absent. */
class SchemaMap implements Mapping {
  readonly kind = 'map';
  readonly #json: Readonly<Record<string, unknown>>;
  readonly #schema: JSONSchemaProps;

  constructor(json: Readonly<Record<string, unknown>>, schema: JSONSchemaProps) {
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

  /** Compares properties without a schema as JSON, if both objects have them. */
  #sameUnknown(other: SchemaMap): boolean {
    return Object.entries(this.#json).every(
      ([key, json]) =>
        this.#schemaOf(key) !== undefined ||
        !Object.hasOwn(other.#json, key) ||
        deepEqual(json, other.#json[key]),
    );
  }

  get #isObject(): boolean {
    return this.#schema.properties !== undefined;
  }

  #schemaOf(property: string): JSONSchemaProps | undefined {
    const { properties } = this.#schema;
    if (properties === undefined) return valueSchema(this.#schema);
    return Object.hasOwn(properties, property) ? properties[property] : undefined;
  }
}
