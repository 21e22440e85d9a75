import { type Minor, newestMinor } from '@opgen/rules/builtin';
import { type GoFields, goFields } from '../resources/go-fields.ts';
import { goTypeOf } from '../resources/go-reading.ts';
import type { JsonObject } from '@opgen/rules/json';
import { badRequest, StatusError, unsupportedMediaType } from '../status-errors.ts';
import { type WireField, wireFields } from './wire-format.ts';

/** Clients written in Go, such as kubectl, send objects of built-in kinds as protobuf. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

const magic = 'k8s\0';

/** Converts an object from protobuf to JSON. Like Go, it skips the fields that this minor version does not have. */
export function jsonOfProtobuf(bytes: Uint8Array, minor: Minor = newestMinor): string {
  try {
    return JSON.stringify(objectOf(bytes, goFields(minor)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StatusError(badRequest(`the protobuf body cannot be read: ${error.message}`));
  }
}

/** After the magic bytes comes an envelope with the type and the encoded object. */
function objectOf(bytes: Uint8Array, types: GoFields): JsonObject {
  if (textOf(bytes.subarray(0, magic.length)) !== magic)
    throw new RangeError('the Kubernetes protobuf prefix is missing');
  let type: JsonObject = {};
  let raw = new Uint8Array();
  for (const { number, value } of wireFields(bytes.subarray(magic.length))) {
    if (typeof value === 'number') continue;
    if (number === 1) type = typeMeta(value);
    if (number === 2) raw = Uint8Array.from(value);
  }
  const { apiVersion, kind } = type;
  const message = messageOf(String(apiVersion), String(kind));
  if (types[message] === undefined) throw new StatusError(unsupportedMediaType(['application/json']));
  return { apiVersion, kind, ...messageValue(raw, message, types) };
}

function typeMeta(bytes: Uint8Array): JsonObject {
  const names = ['', 'apiVersion', 'kind'];
  return Object.fromEntries(
    [...wireFields(bytes)].map(({ number, value }) => [names[number] ?? '', textOf(value as Uint8Array)]),
  );
}

/** `apps/v1/Deployment`; `meta/v1/DeleteOptions` for DeleteOptions of any group. */
function messageOf(apiVersion: string, kind: string): string {
  if (kind === 'DeleteOptions') return `meta/v1/${kind}`;
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return goTypeOf({ group, version, kind });
}

/** The JSON of an encoded message, such as `core/v1/Container`, without empty fields. */
export function messageValue(bytes: Uint8Array, message: string, types: GoFields): JsonObject {
  const result: JsonObject = {};
  const fields = types[message] ?? {};
  for (const { number, value } of wireFields(bytes)) {
    const field = fields[number];
    if (field === undefined) continue;
    const [name = '', type = ''] = field.split(' ');
    if (name === '') Object.assign(result, messageValue(value as Uint8Array, type, types));
    else addField(result, name, type, value, types);
  }
  return result;
}

function addField(
  result: JsonObject,
  name: string,
  type: string,
  value: number | Uint8Array,
  types: GoFields,
): void {
  if (type.startsWith('*')) {
    const list = (result[name] ??= []) as unknown[];
    list.push(single(value, type.slice(1), types));
  } else if (type.startsWith('{}')) {
    const map = (result[name] ??= {}) as JsonObject;
    const [key, item] = entry(value as Uint8Array, type.slice(2), types);
    map[key] = item;
  } else if (type.startsWith('?')) result[name] = single(value, type.slice(1), types);
  else {
    const plain = single(value, type, types);
    if (!isZero(plain)) result[name] = plain;
  }
}

/** Go always encodes fields that are not pointers; JSON omits them when they are empty. */
function isZero(value: unknown): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

function entry(bytes: Uint8Array, type: string, types: GoFields): [string, unknown] {
  let key = '';
  let item: unknown = '';
  for (const { number, value } of wireFields(bytes))
    if (number === 1) key = textOf(value as Uint8Array);
    else item = single(value, type, types);
  return [key, item];
}

function single(value: number | Uint8Array, type: string, types: GoFields): unknown {
  if (typeof value === 'number') return type === 'bool' ? value !== 0 : value;
  if (type === 'string') return textOf(value);
  if (type === 'bytes') return Buffer.from(value).toString('base64');
  const read = ownEncodings[type];
  return read === undefined ? messageValue(value, type, types) : read([...wireFields(value)], types);
}

/** The types whose JSON is not an object with the fields of the message. */
const ownEncodings: Readonly<Record<string, (fields: readonly WireField[], types: GoFields) => unknown>> = {
  'resource/Quantity': (fields) => textOf(bytesOf(fields, 1)),
  'intstr/IntOrString': (fields) =>
    valueOf(fields, 1) === 1 ? textOf(bytesOf(fields, 3)) : (valueOf(fields, 2) ?? 0),
  'runtime/RawExtension': rawJson,
  'meta/v1/FieldsV1': rawJson,
  'apiextensions/v1/JSON': rawJson,
  'meta/v1/Time': (fields) => time(fields, false),
  'meta/v1/MicroTime': (fields) => time(fields, true),
  'authentication/v1/ExtraValue': texts,
  'authorization/v1/ExtraValue': texts,
  'certificates/v1/ExtraValue': texts,
  'apiextensions/v1/JSONSchemaPropsOrBool': (fields, types) =>
    schemaOf(fields, 2, types) ?? valueOf(fields, 1) === 1,
  'apiextensions/v1/JSONSchemaPropsOrStringArray': (fields, types) =>
    schemaOf(fields, 1, types) ?? texts(fields.filter(({ number }) => number === 2)),
  'apiextensions/v1/JSONSchemaPropsOrArray': (fields, types) =>
    schemaOf(fields, 1, types) ??
    fields.map(({ value }) => messageValue(value as Uint8Array, schemaProps, types)),
};

const schemaProps = 'apiextensions/v1/JSONSchemaProps';

function schemaOf(fields: readonly WireField[], number: number, types: GoFields): JsonObject | undefined {
  const schema = fields.find((field) => field.number === number);
  return schema && messageValue(schema.value as Uint8Array, schemaProps, types);
}

function rawJson(fields: readonly WireField[]): unknown {
  const text = textOf(bytesOf(fields, 1));
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RangeError(`an embedded object is not JSON: ${text.slice(0, 100)}`);
  }
}

function texts(fields: readonly WireField[]): string[] {
  return fields.map(({ value }) => textOf(value as Uint8Array));
}

function valueOf(fields: readonly WireField[], number: number): WireField['value'] | undefined {
  return fields.find((field) => field.number === number)?.value;
}

function bytesOf(fields: readonly WireField[], number: number): Uint8Array {
  return (valueOf(fields, number) as Uint8Array | undefined) ?? new Uint8Array();
}

/** Seconds since 1970 and nanoseconds; an empty message is the zero time. */
function time(fields: readonly WireField[], isExact: boolean): string | undefined {
  const [seconds, nanoseconds = 0] = [valueOf(fields, 1), valueOf(fields, 2)];
  if (typeof seconds !== 'number') return undefined;
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return isExact
    ? `${whole}.${String(Math.floor(Number(nanoseconds) / 1000)).padStart(6, '0')}Z`
    : `${whole}Z`;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
