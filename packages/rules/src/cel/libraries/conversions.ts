import { type Library, overload } from '../functions/overload.ts';
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  parameter,
  stringType,
  timestampType,
  type Type,
  uintType,
} from '../types/type.ts';
import { duration, int, timestamp, truncate, uint } from '../values/arithmetic.ts';
import { formatSeconds } from '../values/format-seconds.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { formatDouble, parseBool, parseDouble, parseInteger } from '../values/numbers.ts';
import { formatTimestamp, parseTimestamp } from '../values/timestamps.ts';
import { type Duration, readDuration } from '../../duration/duration.ts';
import { Timestamp, TypeValue, Uint, type Value, typeNameOf } from '../values/value.ts';

const a = parameter('A');
const same = (value: Value): Value => value;

/** `type(x)`, `dyn(x)`, and conversions such as `int(x)` and `string(x)`. */
export const conversions: Library = {
  type: [overload('type', [a], { kind: 'type', of: a }, (value: Value) => new TypeValue(typeNameOf(value)))],
  dyn: [overload('to_dyn', [a], dynType, same)],
  bool: [
    overload('bool_to_bool', [boolType], boolType, same),
    overload('string_to_bool', [stringType], boolType, (text: string) => parsed(parseBool(text), 'bool')),
  ],
  bytes: [
    overload('bytes_to_bytes', [bytesType], bytesType, same),
    overload('string_to_bytes', [stringType], bytesType, (text: string) => new TextEncoder().encode(text)),
  ],
  double: [
    overload('double_to_double', [doubleType], doubleType, same),
    overload('int64_to_double', [intType], doubleType, (value: bigint) => Number(value)),
    overload('string_to_double', [stringType], doubleType, (text: string) =>
      parsed(parseDouble(text), 'double'),
    ),
    overload('uint64_to_double', [uintType], doubleType, (value: Uint) => Number(value.value)),
  ],
  duration: [
    overload('duration_to_duration', [durationType], durationType, same),
    overload('int64_to_duration', [intType], durationType, (_value: bigint) => {
      throw new EvaluationError("type conversion error from 'int' to 'google.protobuf.Duration'");
    }),
    overload('string_to_duration', [stringType], durationType, (text: string) =>
      duration(parsed(readDuration(text), 'google.protobuf.Duration')),
    ),
  ],
  int: [
    overload('int64_to_int64', [intType], intType, same),
    overload('double_to_int64', [doubleType], intType, (value: number) => truncate(value, 'int')),
    overload('duration_to_int64', [durationType], intType, (value: Duration) => value.nanoseconds),
    overload('string_to_int64', [stringType], intType, (text: string) =>
      parsed(
        parseInteger(text, (value) => BigInt.asIntN(64, value) === value),
        'int',
      ),
    ),
    overload('timestamp_to_int64', [timestampType], intType, ({ nanoseconds }: Timestamp) =>
      seconds(nanoseconds),
    ),
    overload('uint64_to_int64', [uintType], intType, (value: Uint) => int(value.value)),
  ],
  string: [
    overload('string_to_string', [stringType], stringType, same),
    overload('bool_to_string', [boolType], stringType, String),
    overload('bytes_to_string', [bytesType], stringType, decode),
    overload('double_to_string', [doubleType], stringType, formatDouble),
    overload('duration_to_string', [durationType], stringType, (value: Duration) =>
      formatSeconds(value.nanoseconds),
    ),
    overload('int64_to_string', [intType], stringType, String),
    overload('timestamp_to_string', [timestampType], stringType, formatTimestamp),
    overload('uint64_to_string', [uintType], stringType, (value: Uint) => String(value.value)),
  ],
  timestamp: [
    overload('timestamp_to_timestamp', [timestampType], timestampType, same),
    overload('int64_to_timestamp', [intType], timestampType, (value: bigint) =>
      timestamp(value * 1_000_000_000n),
    ),
    overload('string_to_timestamp', [stringType], timestampType, (text: string) =>
      timestamp(parsed(parseTimestamp(text), 'google.protobuf.Timestamp')),
    ),
  ],
  uint: [
    overload('uint64_to_uint64', [uintType], uintType, same),
    overload(
      'double_to_uint64',
      [doubleType],
      uintType,
      (value: number) => new Uint(truncate(value, 'uint')),
    ),
    overload('int64_to_uint64', [intType], uintType, uint),
    overload('string_to_uint64', [stringType], uintType, (text: string) =>
      uint(
        parsed(
          parseInteger(text, (value) => value >= 0n && BigInt.asUintN(64, value) === value),
          'uint',
        ),
      ),
    ),
  ],
};

/** The identifiers that are type values, such as `int`. */
export const typeNames: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['bool', boolType],
  ['bytes', bytesType],
  ['double', doubleType],
  ['google.protobuf.Duration', durationType],
  ['int', intType],
  ['list', { kind: 'list', element: a }],
  ['map', { kind: 'map', key: a, value: parameter('B') }],
  ['null_type', { kind: 'null' }],
  ['string', stringType],
  ['google.protobuf.Timestamp', timestampType],
  ['type', { kind: 'type' }],
  ['uint', uintType],
]);

function parsed<Result>(value: Result | undefined, to: string): Result {
  if (value === undefined) throw new EvaluationError(`type conversion error from 'string' to '${to}'`);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new EvaluationError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

function seconds(nanoseconds: bigint): bigint {
  const billion = 1_000_000_000n;
  return (nanoseconds - (((nanoseconds % billion) + billion) % billion)) / billion;
}
