import { EvaluationError } from './evaluation-error.ts';
import { Duration } from '../../duration/duration.ts';
import {
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
  isList,
  isMapping,
  isOpaque,
  typeNameOf,
} from './value.ts';

/** Whether two values are equal. Numbers of different types can be equal; other values of different types cannot. */
export function equals(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0;
  if (isList(a) || isMapping(a)) return a.equals(b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanoseconds === b.nanoseconds;
  if (a instanceof Duration) return b instanceof Duration && a.nanoseconds === b.nanoseconds;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  if (a instanceof Optional) {
    return b instanceof Optional && a.present === b.present && (!a.present || equals(a.value, b.value));
  }
  if (isOpaque(a)) return isOpaque(b) && a.typeName === b.typeName && a.equals(b);
  return a === b;
}

export type NumberValue = bigint | Uint | number;

export function isNumber(value: Value): value is NumberValue {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;
}

/**
 * Negative, zero or positive; NaN if one of the two is NaN. Like cel-go, rounds an integer to the nearest
 * double before comparing it with one: 9007199254740993 equals 9007199254740992.0.
 */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  const left = a instanceof Uint ? a.value : a;
  const right = b instanceof Uint ? b.value : b;
  if (typeof left === 'number' || typeof right === 'number') return order(Number(left), Number(right));
  return order(left, right);
}

function order<T extends bigint | number>(left: T, right: T): number {
  if (left < right) return -1;
  if (left > right) return 1;
  return left === right ? 0 : Number.NaN;
}

/** The order of two values of the same type, or of two numbers of any type. Undefined if they have no order. */
export function compare(a: Value, b: Value): number | undefined {
  if (isNumber(a) && isNumber(b)) {
    const result = compareNumbers(a, b);
    if (Number.isNaN(result)) throw new EvaluationError('NaN values cannot be ordered');
    return result;
  }
  if (typeNameOf(a) !== typeNameOf(b)) return undefined;
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'string') return compareText(a, b as string);
  if (a instanceof Uint8Array) return Buffer.compare(a, b as Uint8Array);
  if (a instanceof Timestamp || a instanceof Duration) {
    return compareNumbers(a.nanoseconds, (b as Timestamp | Duration).nanoseconds);
  }
  return undefined;
}

/** Compares UTF-8 bytes, as Go does, which is the order of code points; JavaScript compares UTF-16 units. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
