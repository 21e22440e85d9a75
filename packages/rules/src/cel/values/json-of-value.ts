import { Duration } from '../../duration/duration.ts';
import type { JsonObject } from '../../json.ts';
import { EvaluationError } from './evaluation-error.ts';
import { formatSeconds } from './format-seconds.ts';
import { formatTimestamp } from './timestamps.ts';
import { Optional, Timestamp, Uint, type Value, isList, isMapping, typeNameOf } from './value.ts';

/** Converts a CEL value to JSON; throws an EvaluationError for a value that JSON does not have. */
export function jsonOfValue(value: Value): unknown {
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? Number(value) : value;
  if (value instanceof Uint) return Number(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatSeconds(value.nanoseconds);
  if (value instanceof Optional) return value.present ? jsonOfValue(value.value) : null;
  if (isList(value)) return [...value].map(jsonOfValue);
  if (!isMapping(value)) throw new EvaluationError(`a ${typeNameOf(value)} cannot be converted to JSON`);
  const object: JsonObject = {};
  for (const key of value.keys()) {
    if (typeof key !== 'string')
      throw new EvaluationError(`map key of type ${typeNameOf(key)} is not a string`);
    object[key] = jsonOfValue(value.find(key)!);
  }
  return object;
}
