import { type Library, overload } from '../functions/overload.ts';
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listType,
  mapType,
  parameter,
  stringType,
  timestampType,
  type Type,
  uintType,
} from '../types/type.ts';
import { divide, duration, int, modulo, timestamp, uint } from '../values/arithmetic.ts';
import { compare, equals, isNumber } from '../values/equality.ts';
import { EvaluationError, NoSuchOverload } from '../values/evaluation-error.ts';
import type { Duration } from '../../duration/duration.ts';
import type { List, Mapping, Timestamp, Uint, Value } from '../values/value.ts';
import { isList, typeNameOf } from '../values/value.ts';

const a = parameter('A');
const b = parameter('B');
const listOfA = listType(a);
const mapOfAB = mapType(a, b);

/** The ordered types, with their names in overload ids. */
const ordered: readonly (readonly [string, Type])[] = [
  ['bool', boolType],
  ['int64', intType],
  ['uint64', uintType],
  ['double', doubleType],
  ['string', stringType],
  ['bytes', bytesType],
  ['timestamp', timestampType],
  ['duration', durationType],
];

const numbers = ordered.slice(1, 4);

/** The operators as functions. The evaluator itself implements those that short-circuit: `&&`, `||` and `?:`. */
export const operators: Library = {
  '_?_:_': [overload('conditional', [boolType, a, a], a, strict)],
  '_&&_': [overload('logical_and', [boolType, boolType], boolType, strict)],
  '_||_': [overload('logical_or', [boolType, boolType], boolType, strict)],
  '@not_strictly_false': [overload('not_strictly_false', [boolType], boolType, strict)],
  '!_': [overload('logical_not', [boolType], boolType, (value: boolean) => !value)],
  '_==_': [overload('equals', [a, a], boolType, equals)],
  '_!=_': [overload('not_equals', [a, a], boolType, (left: Value, right: Value) => !equals(left, right))],
  '_<_': comparison('less', (order) => order < 0),
  '_<=_': comparison('less_equals', (order) => order <= 0),
  '_>_': comparison('greater', (order) => order > 0),
  '_>=_': comparison('greater_equals', (order) => order >= 0),
  '_+_': [
    overload('add_bytes', [bytesType, bytesType], bytesType, (left: Uint8Array, right: Uint8Array) =>
      Uint8Array.from([...left, ...right]),
    ),
    overload(
      'add_double',
      [doubleType, doubleType],
      doubleType,
      (left: number, right: number) => left + right,
    ),
    overload(
      'add_duration_duration',
      [durationType, durationType],
      durationType,
      (left: Duration, right: Duration) => duration(left.nanoseconds + right.nanoseconds),
    ),
    overload('add_duration_timestamp', [durationType, timestampType], timestampType, addTime),
    overload('add_timestamp_duration', [timestampType, durationType], timestampType, addTime),
    overload('add_int64', [intType, intType], intType, (left: bigint, right: bigint) => int(left + right)),
    overload('add_list', [listOfA, listOfA], listOfA, (left: List, right: List) => left.concat(right)),
    overload(
      'add_string',
      [stringType, stringType],
      stringType,
      (left: string, right: string) => left + right,
    ),
    overload('add_uint64', [uintType, uintType], uintType, (left: Uint, right: Uint) =>
      uint(left.value + right.value),
    ),
  ],
  '_-_': [
    overload(
      'subtract_double',
      [doubleType, doubleType],
      doubleType,
      (left: number, right: number) => left - right,
    ),
    overload(
      'subtract_duration_duration',
      [durationType, durationType],
      durationType,
      (left: Duration, right: Duration) => duration(left.nanoseconds - right.nanoseconds),
    ),
    overload('subtract_int64', [intType, intType], intType, (left: bigint, right: bigint) =>
      int(left - right),
    ),
    overload(
      'subtract_timestamp_duration',
      [timestampType, durationType],
      timestampType,
      (left: Timestamp, right: Duration) => timestamp(left.nanoseconds - right.nanoseconds),
    ),
    overload(
      'subtract_timestamp_timestamp',
      [timestampType, timestampType],
      durationType,
      (left: Timestamp, right: Timestamp) => duration(left.nanoseconds - right.nanoseconds),
    ),
    overload('subtract_uint64', [uintType, uintType], uintType, (left: Uint, right: Uint) =>
      uint(left.value - right.value),
    ),
  ],
  '_*_': [
    overload(
      'multiply_double',
      [doubleType, doubleType],
      doubleType,
      (left: number, right: number) => left * right,
    ),
    overload('multiply_int64', [intType, intType], intType, (left: bigint, right: bigint) =>
      int(left * right),
    ),
    overload('multiply_uint64', [uintType, uintType], uintType, (left: Uint, right: Uint) =>
      uint(left.value * right.value),
    ),
  ],
  '_/_': [
    overload(
      'divide_double',
      [doubleType, doubleType],
      doubleType,
      (left: number, right: number) => left / right,
    ),
    overload('divide_int64', [intType, intType], intType, (left: bigint, right: bigint) =>
      int(divide(left, right)),
    ),
    overload('divide_uint64', [uintType, uintType], uintType, (left: Uint, right: Uint) =>
      uint(divide(left.value, right.value)),
    ),
  ],
  '_%_': [
    overload('modulo_int64', [intType, intType], intType, (left: bigint, right: bigint) =>
      modulo(left, right),
    ),
    overload('modulo_uint64', [uintType, uintType], uintType, (left: Uint, right: Uint) =>
      uint(modulo(left.value, right.value)),
    ),
  ],
  '-_': [
    overload('negate_double', [doubleType], doubleType, (value: number) => -value),
    overload('negate_int64', [intType], intType, (value: bigint) => int(-value)),
  ],
  '_[_]': [
    overload('index_list', [listOfA, intType], a, (list: List, index: Value) => element(list, index)),
    overload('index_map', [mapOfAB, a], b, (map: Mapping, key: Value) => entry(map, key)),
  ],
  '@in': [
    overload('in_list', [a, listOfA], boolType, (value: Value, list: List) => contains(list, value)),
    overload('in_map', [a, mapOfAB], boolType, (key: Value, map: Mapping) => map.find(key) !== undefined),
  ],
};

export function contains(list: List, value: Value): boolean {
  for (const item of list) if (equals(item, value)) return true;
  return false;
}

/** The element at an index of any number type; throws an error with cel-go's message. */
export function element(list: List, index: Value): Value {
  if (!isNumber(index)) throw new EvaluationError(`unsupported index type '${typeNameOf(index)}' in list`);
  const position = wholeNumber(index);
  if (position === undefined) throw new EvaluationError(`unsupported index value ${String(index)} in list`);
  if (position < 0 || position >= list.size) throw new EvaluationError(`index out of bounds: ${position}`);
  if (list.onlyIntIndexes && typeof index !== 'bigint')
    throw new EvaluationError(`unsupported index: ${position}`);
  return list.at(position);
}

export function entry(map: Mapping, key: Value): Value {
  const found = map.find(key);
  if (found === undefined)
    throw new EvaluationError(`no such key: ${typeof key === 'object' ? '' : String(key)}`);
  return found;
}

export function wholeNumber(value: Value): number | undefined {
  if (!isNumber(value)) return undefined;
  const number = typeof value === 'object' ? Number(value.value) : Number(value);
  return Number.isInteger(number) ? number : undefined;
}

function comparison(name: string, holds: (order: number) => boolean): Library[string] {
  const evaluate = (left: Value, right: Value): boolean => {
    const order = isList(left) ? undefined : compare(left, right);
    if (order === undefined) throw new NoSuchOverload();
    return holds(order);
  };
  const same = ordered.map(([type, shared]) =>
    overload(`${name}_${type}`, [shared, shared], boolType, evaluate),
  );
  const mixed = numbers.flatMap(([left, leftType]) =>
    numbers
      .filter(([right]) => right !== left)
      .map(([right, rightType]) =>
        overload(`${name}_${left}_${right}`, [leftType, rightType], boolType, evaluate),
      ),
  );
  return [...same, ...mixed];
}

function addTime(left: Timestamp | Duration, right: Timestamp | Duration): Value {
  return timestamp(left.nanoseconds + right.nanoseconds);
}

function strict(): never {
  throw new NoSuchOverload();
}
