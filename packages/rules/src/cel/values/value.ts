import { Duration } from '../../duration/duration.ts';
import { EvaluationError } from './evaluation-error.ts';

/**
 * The result of an expression. An int is a bigint and a double is a number; types without a counterpart in JavaScript
 * are classes.
 */
export type Value =
  | null
  | boolean
  | bigint
  | Uint
  | number
  | string
  | Uint8Array
  | Timestamp
  | Duration
  | List
  | Mapping
  | TypeValue
  | Optional
  | Opaque;

export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A point in time, in nanoseconds since 1970. */
export class Timestamp {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A type as a value: the result of type(x), and the value of the identifier `int`. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export class Optional {
  static readonly none = new Optional(undefined);
  readonly #value: Value | undefined;

  private constructor(value: Value | undefined) {
    this.#value = value;
  }

  static of(value: Value): Optional {
    return new Optional(value);
  }

  get present(): boolean {
    return this.#value !== undefined;
  }

  get value(): Value {
    if (this.#value === undefined) throw new EvaluationError('optional.none() dereference');
    return this.#value;
  }
}

/** A list. Its elements may be converted lazily. */
export interface List extends Iterable<Value> {
  readonly kind: 'list';
  readonly size: number;
  /** The API server accepts only int indexes for lists with a schema; lists of an expression accept any number. */
  readonly onlyIntIndexes?: boolean;
  at(index: number): Value;
  equals(other: Value): boolean;
  concat(other: List): List;
}

/** A map or an object with a schema; expressions treat both as maps. */
export interface Mapping {
  readonly kind: 'map';
  readonly size: number;
  /** The name of its type, if it is not a plain map. */
  readonly typeName?: string;
  keys(): Iterable<Value>;
  /** Undefined if there is no such key. */
  find(key: Value): Value | undefined;
  equals(other: Value): boolean;
}

/** A value of a library type, such as a URL, an IP address or a quantity. */
export interface Opaque {
  readonly kind: 'opaque';
  readonly typeName: string;
  /** The size for size() and for the cost; 1 if absent. */
  readonly size?: number;
  equals(other: Opaque): boolean;
}

export const isList = (value: Value | undefined): value is List => hasKind(value, 'list');
export const isMapping = (value: Value | undefined): value is Mapping => hasKind(value, 'map');
export const isOpaque = (value: Value | undefined): value is Opaque => hasKind(value, 'opaque');

function hasKind(value: Value | undefined, kind: string): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}

/** The name of a value's type, as type(x) returns it. */
export function typeNameOf(value: Value): string {
  if (value === null) return 'null_type';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
  }
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  if (value instanceof Duration) return 'google.protobuf.Duration';
  if (value instanceof TypeValue) return 'type';
  if (value instanceof Optional) return 'optional_type';
  return value.kind === 'list' ? value.kind : (value.typeName ?? value.kind);
}
