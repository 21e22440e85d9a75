import { type Library, method, overload } from '../functions/overload.ts';
import {
  type Type,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  parameter,
  stringType,
  timestampType,
  uintType,
} from '../types/type.ts';
import { duration, int, uint } from '../values/arithmetic.ts';
import { ArrayList } from '../values/containers.ts';
import { compare, equals } from '../values/equality.ts';
import { EvaluationError, NoSuchOverload } from '../values/evaluation-error.ts';
import { Duration } from '../../duration/duration.ts';
import { type List, Uint, type Value, isList, typeNameOf } from '../values/value.ts';

const a = parameter('A');
const t = parameter('T');
const listOfA = listType(a);
const listOfT = listType(t);

const summable: readonly (readonly [string, Type, Value])[] = [
  ['int', intType, 0n],
  ['uint', uintType, new Uint(0n)],
  ['double', doubleType, 0],
  ['duration', durationType, new Duration(0n)],
];

const comparable: readonly (readonly [string, Type])[] = [
  ['int', intType],
  ['uint', uintType],
  ['double', doubleType],
  ['bool', boolType],
  ['duration', durationType],
  ['timestamp', timestampType],
  ['string', stringType],
  ['bytes', bytesType],
];

/** Kubernetes' own list functions. */
export const kubernetesLists: Library = {
  isSorted: comparable.map(([name, type]) =>
    method(`list_${name}_is_sorted_bool`, [listType(type)], boolType, (list: List) => isSorted([...list])),
  ),
  sum: summable.map(([name, type, zero]) =>
    method(`list_${name}_sum_${name}`, [listType(type)], type, (list: List) => [...list].reduce(add, zero)),
  ),
  max: comparable.map(([name, type]) =>
    method(`list_${name}_max_${name}`, [listType(type)], type, (list: List) =>
      extreme('max', list, (order) => order < 0),
    ),
  ),
  min: comparable.map(([name, type]) =>
    method(`list_${name}_min_${name}`, [listType(type)], type, (list: List) =>
      extreme('min', list, (order) => order > 0),
    ),
  ),
  indexOf: [
    method('list_a_index_of_int', [listOfA, a], intType, (list: List, item: Value) =>
      BigInt([...list].findIndex((other) => equals(other, item))),
    ),
  ],
  lastIndexOf: [
    method('list_a_last_index_of_int', [listOfA, a], intType, (list: List, item: Value) =>
      BigInt([...list].findLastIndex((other) => equals(other, item))),
    ),
  ],
};

/** The lists extension of CEL. */
export const lists: Library = {
  slice: [method('list_slice', [listOfT, intType, intType], listOfT, slice)],
  flatten: [
    method('list_flatten', [listType(listOfT)], listOfT, (list: List) => ArrayList.of(flatten(list, 1n))),
    method('list_flatten_int', [listType(dynType), intType], listType(dynType), (list: List, depth: bigint) =>
      ArrayList.of(flatten(list, depth)),
    ),
  ],
  sort: comparable.map(([name, type]) =>
    method(`list_${name}_sort`, [listType(type)], listType(type), (list: List) => sortBy(list, list)),
  ),
  '@sortByAssociatedKeys': comparable.map(([name, type]) =>
    method(`list_${name}_sortByAssociatedKeys`, [listOfT, listType(type)], listOfT, sortBy),
  ),
  'lists.range': [
    overload('lists_range', [intType], listType(intType), (count: bigint) =>
      ArrayList.of(Array.from({ length: rangeSize(count) }, (_, index) => BigInt(index))),
    ),
  ],
  reverse: [method('list_reverse', [listOfT], listOfT, (list: List) => ArrayList.of([...list].toReversed()))],
  distinct: [method('list_distinct', [listOfT], listOfT, distinct)],
};

/** A longer range exceeds the cost limit, so it is not created. */
const largestRange = 1_000_000n;

function rangeSize(count: bigint): number {
  return Number(count < 0n ? 0n : count > largestRange ? largestRange : count);
}

function isSorted(items: readonly Value[]): boolean {
  return items.every((item, index) => index === 0 || order(items[index - 1]!, item) <= 0);
}

function extreme(name: string, list: List, replaces: (order: number) => boolean): Value {
  let result: Value | undefined;
  for (const item of list) if (result === undefined || replaces(order(result, item))) result = item;
  if (result === undefined) throw new EvaluationError(`${name} called on empty list`);
  return result;
}

function add(sum: Value, item: Value): Value {
  if (typeof sum === 'bigint' && typeof item === 'bigint') return int(sum + item);
  if (typeof sum === 'number' && typeof item === 'number') return sum + item;
  if (sum instanceof Uint && item instanceof Uint) return uint(sum.value + item.value);
  if (sum instanceof Duration && item instanceof Duration)
    return duration(sum.nanoseconds + item.nanoseconds);
  throw new NoSuchOverload();
}

function order(left: Value, right: Value): number {
  const result = compare(left, right);
  if (result === undefined) throw new NoSuchOverload();
  return result;
}

function slice(list: List, start: bigint, end: bigint): Value {
  const call = `cannot slice(${start}, ${end})`;
  if (start < 0n || end < 0n) throw new EvaluationError(`${call}, negative indexes not supported`);
  if (start > end) throw new EvaluationError(`${call}, start index must be less than or equal to end index`);
  if (list.size < end) throw new EvaluationError(`${call}, list is length ${list.size}`);
  return ArrayList.of([...list].slice(Number(start), Number(end)));
}

function flatten(list: List, depth: bigint): Value[] {
  if (depth < 0n) throw new EvaluationError('level must be non-negative');
  return [...list].flatMap((item) => (isList(item) && depth > 0n ? flatten(item, depth - 1n) : [item]));
}

function sortBy(list: List, keys: List): Value {
  const items = [...list];
  const names = [...keys];
  if (names.some((name) => typeNameOf(name) !== typeNameOf(names[0]!))) {
    throw new EvaluationError('list elements must have the same type');
  }
  const sorted = items.map((_, index) => index).toSorted((left, right) => order(names[left]!, names[right]!));
  return ArrayList.of(sorted.map((index) => items[index]!));
}

function distinct(list: List): Value {
  const found: Value[] = [];
  for (const item of list) if (!found.some((other) => equals(item, other))) found.push(item);
  return ArrayList.of(found);
}
