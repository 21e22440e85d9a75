import { ArrayList, EntryMap } from './containers.ts';
import type { Value } from './value.ts';
import { isObject } from '../../json.ts';

/** Converts JSON without a schema to a CEL value: integers become int, other numbers double. */
export function valueOfJson(json: unknown): Value {
  if (Array.isArray(json)) return ArrayList.of(json.map(valueOfJson));
  if (isObject(json)) {
    return EntryMap.of(Object.entries(json).map(([key, value]) => [key, valueOfJson(value)] as const));
  }
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  return typeof json === 'string' || typeof json === 'boolean' ? json : null;
}
