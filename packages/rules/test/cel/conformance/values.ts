import { dynType, listType, mapType, nullType, opaqueType, type Type } from '../../../src/cel/types/type.ts';
import { ArrayList, EntryMap } from '../../../src/cel/values/containers.ts';
import { parseTimestamp } from '../../../src/cel/values/timestamps.ts';
import { Duration, readDuration } from '../../../src/duration/duration.ts';
import { Timestamp, TypeValue, Uint, type Value } from '../../../src/cel/values/value.ts';
import type { JsonType, JsonValue } from './suite.ts';

/** The test needs something that the engine has no notion of; the message says what. */
export class Unsupported extends Error {}

const doubles: Readonly<Record<string, number>> = { NaN, Infinity, '-Infinity': -Infinity };

/** Reads a value from the JSON form of `cel.expr.Value`. */
export function valueOf(json: JsonValue): Value {
  const [[kind, content] = ['nullValue', null]] = Object.entries(json);
  switch (kind) {
    case 'nullValue':
      return null;
    case 'boolValue':
      return content as boolean;
    case 'int64Value':
      return BigInt(content as string);
    case 'uint64Value':
      return new Uint(BigInt(content as string));
    case 'doubleValue':
      return doubles[String(content)] ?? Number(content);
    case 'stringValue':
      return content as string;
    case 'bytesValue':
      return new Uint8Array(Buffer.from(content as string, 'base64'));
    case 'typeValue':
      return new TypeValue(content as string);
    case 'listValue':
      return ArrayList.of(((content as { values?: JsonValue[] }).values ?? []).map(valueOf));
    case 'mapValue': {
      const { entries = [] } = content as { entries?: { key: JsonValue; value: JsonValue }[] };
      return EntryMap.of(entries.map(({ key, value }) => [valueOf(key), valueOf(value)] as const));
    }
    case 'objectValue':
      return wellKnownValue(content as Readonly<Record<string, unknown>>);
    default:
      throw new Unsupported(`protocol buffer values (${kind})`);
  }
}

function wellKnownValue(content: Readonly<Record<string, unknown>>): Value {
  const name = String(content['@type']).replace(/^.*\//, '');
  const text = String(content['value']);
  if (name === 'google.protobuf.Timestamp') return new Timestamp(parseTimestamp(text)!);
  if (name === 'google.protobuf.Duration') return new Duration(readDuration(text)!);
  throw new Unsupported(`protocol buffer messages (${name})`);
}

const simpleTypes: Readonly<Record<string, Type>> = {
  BOOL: { kind: 'bool' },
  INT64: { kind: 'int' },
  UINT64: { kind: 'uint' },
  DOUBLE: { kind: 'double' },
  STRING: { kind: 'string' },
  BYTES: { kind: 'bytes' },
  TIMESTAMP: { kind: 'timestamp' },
  DURATION: { kind: 'duration' },
  ANY: dynType,
};

/** Reads a type from the JSON form of `cel.expr.Type`. */
export function typeOf(json: JsonType): Type {
  const [[kind, content] = ['dyn', {}]] = Object.entries(json);
  switch (kind) {
    case 'dyn':
      return dynType;
    case 'null':
      return nullType;
    case 'messageType': {
      const type = simpleTypes[String(content).replace('google.protobuf.', '').toUpperCase()];
      if (type !== undefined) return type;
      break;
    }
    case 'primitive':
    case 'wellKnown': {
      const type = simpleTypes[content as string];
      if (type !== undefined) return type;
      break;
    }
    case 'listType':
      return listType(typeOf((content as { elemType?: JsonType }).elemType ?? { dyn: {} }));
    case 'mapType': {
      const { keyType = { dyn: {} }, valueType = { dyn: {} } } = content as Record<string, JsonType>;
      return mapType(typeOf(keyType), typeOf(valueType));
    }
    case 'type':
      return Object.keys(content as JsonType).length === 0
        ? { kind: 'type' }
        : { kind: 'type', of: typeOf(content as JsonType) };
    case 'abstractType': {
      const { name, parameterTypes = [] } = content as { name: string; parameterTypes?: JsonType[] };
      return opaqueType(name, ...parameterTypes.map(typeOf));
    }
    case 'typeParam':
      return dynType;
  }
  throw new Unsupported(`the type ${JSON.stringify(json)}`);
}
