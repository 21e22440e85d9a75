import { type Library, method, overload } from '../functions/overload.ts';
import { boolType, intType, listType, mapType, optionalType, parameter } from '../types/type.ts';
import { optionalElement } from '../evaluate/access.ts';
import { ArrayList } from '../values/containers.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { Duration } from '../../duration/duration.ts';
import { type List, Optional, Timestamp, Uint, type Value, isList, isMapping } from '../values/value.ts';

const value = parameter('V');
const key = parameter('K');
const optional = optionalType(value);
const list = listType(value);
const map = mapType(key, value);
const index = (container: Value, at: Value): Value => optionalElement(container, at);

/** Optional values. The evaluator short-circuits or() and orValue(). */
export const optionals: Library = {
  'optional.of': [overload('optional_of', [value], optional, (content: Value) => Optional.of(content))],
  'optional.ofNonZeroValue': [
    overload('optional_ofNonZeroValue', [value], optional, (content: Value) =>
      isZero(content) ? Optional.none : Optional.of(content),
    ),
  ],
  'optional.none': [overload('optional_none', [], optional, () => Optional.none)],
  value: [method('optional_value', [optional], value, (content: Optional) => content.value)],
  hasValue: [method('optional_hasValue', [optional], boolType, (content: Optional) => content.present)],
  or: [
    method('optional_or_optional', [optional, optional], optional, (first: Optional, second: Optional) =>
      first.present ? first : second,
    ),
  ],
  orValue: [
    method('optional_orValue_value', [optional, value], value, (first: Optional, otherwise: Value) =>
      first.present ? first.value : otherwise,
    ),
  ],
  '_[?_]': [
    overload('list_optindex_optional_int', [list, intType], optional, index),
    overload('optional_list_optindex_optional_int', [optionalType(list), intType], optional, index),
    overload('map_optindex_optional_value', [map, key], optional, index),
    overload('optional_map_optindex_optional_value', [optionalType(map), key], optional, index),
  ],
  '_[_]': [
    overload('optional_list_index_int', [optionalType(list), intType], optional, index),
    overload('optional_map_index_value', [optionalType(map), key], optional, index),
  ],
  first: [
    method('list_first', [list], optional, (items: List) =>
      items.size === 0 ? Optional.none : Optional.of(items.at(0)),
    ),
  ],
  last: [
    method('list_last', [list], optional, (items: List) =>
      items.size === 0 ? Optional.none : Optional.of(items.at(items.size - 1)),
    ),
  ],
  'optional.unwrap': [overload('optional_unwrap', [listType(optional)], list, unwrapped)],
  unwrapOpt: [method('optional_unwrapOpt', [listType(optional)], list, unwrapped)],
};

function unwrapped(items: List): Value {
  const present: Value[] = [];
  for (const item of items) {
    if (!(item instanceof Optional)) throw new EvaluationError(`value ${String(item)} is not optional`);
    if (item.present) present.push(item.value);
  }
  return ArrayList.of(present);
}

function isZero(content: Value): boolean {
  if (content === null || content === false || content === 0n || content === 0 || content === '') return true;
  if (content instanceof Uint) return content.value === 0n;
  if (content instanceof Duration) return content.nanoseconds === 0n;
  if (content instanceof Timestamp) return content.nanoseconds === -62_135_596_800_000_000_000n;
  if (content instanceof Uint8Array) return content.length === 0;
  if (content instanceof Optional) return !content.present;
  return (isList(content) || isMapping(content)) && content.size === 0;
}
