import { goFields } from '../resources/go-fields.ts';
import type { JsonObject } from '@opgen/rules/json';
import { badRequest, StatusError, unsupportedMediaType } from '../status-errors.ts';
import { wireFields } from './wire-format.ts';

/** Clients written in Go, such as kubectl, send objects of built-in kinds as protobuf. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

const magic = 'k8s\0';

/** Converts an object from protobuf to JSON. */
export function jsonOfProtobuf(bytes: Uint8Array): string {
  try {
    return JSON.stringify(objectOf(bytes));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StatusError(badRequest(`the protobuf body cannot be read: ${error.message}`));
  }
}

/** After the magic bytes comes an envelope with the type and the encoded object. */
function objectOf(bytes: Uint8Array): JsonObject {
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
  if (goFields()[message] === undefined) throw new StatusError(unsupportedMediaType(['application/json']));
  return { apiVersion, kind, ...messageValue(raw, message) };
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
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `${group.split('.')[0]}/${version}/${kind}`;
}

function messageValue(bytes: Uint8Array, message: string): JsonObject {
  const result: JsonObject = {};
  for (const { number, value } of wireFields(bytes)) {
    const field = goFields()[message]?.[number];
    if (field === undefined) continue;
    const [name = '', type = ''] = field.split(' ');
    if (name === '') Object.assign(result, messageValue(value as Uint8Array, type));
    else addField(result, name, type, value);
  }
  return result;
}

function addField(result: JsonObject, name: string, type: string, value: number | Uint8Array): void {
  if (type.startsWith('*')) {
    const list = (result[name] ??= []) as unknown[];
    list.push(single(value, type.slice(1)));
  } else if (type.startsWith('{}')) {
    const map = (result[name] ??= {}) as JsonObject;
    const [key, item] = entry(value as Uint8Array, type.slice(2));
    map[key] = item;
  } else if (type.startsWith('?')) result[name] = single(value, type.slice(1));
  else {
    const plain = single(value, type);
    if (!isZero(plain)) result[name] = plain;
  }
}

/** Go always encodes fields that are not pointers; JSON omits them when they are empty. */
function isZero(value: unknown): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

function entry(bytes: Uint8Array, type: string): [string, unknown] {
  let key = '';
  let item: unknown = '';
  for (const { number, value } of wireFields(bytes))
    if (number === 1) key = textOf(value as Uint8Array);
    else item = single(value, type);
  return [key, item];
}

function single(value: number | Uint8Array, type: string): unknown {
  if (typeof value === 'number') return type === 'bool' ? value !== 0 : value;
  if (type === 'string') return textOf(value);
  if (type === 'bytes') return Buffer.from(value).toString('base64');
  const parts = (): JsonObject =>
    Object.fromEntries([...wireFields(value)].map((each) => [each.number, each.value]));
  switch (type) {
    case 'resource/Quantity':
      return textOf(parts()[1] as Uint8Array);
    case 'intstr/IntOrString':
      return parts()[1] === 1 ? textOf(parts()[3] as Uint8Array) : Number(parts()[2] ?? 0);
    case 'runtime/RawExtension':
    case 'meta/v1/FieldsV1':
      return JSON.parse(textOf(parts()[1] as Uint8Array)) as unknown;
    case 'meta/v1/Time':
    case 'meta/v1/MicroTime':
      return time(parts(), type === 'meta/v1/MicroTime');
    default:
      return messageValue(value, type);
  }
}

/** Seconds since 1970 and nanoseconds; an empty message is the zero time. */
function time({ 1: seconds, 2: nanoseconds = 0 }: JsonObject, isExact: boolean): string | undefined {
  if (typeof seconds !== 'number') return undefined;
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return isExact
    ? `${whole}.${String(Math.floor(Number(nanoseconds) / 1000)).padStart(6, '0')}Z`
    : `${whole}Z`;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes ?? []).toString();
}
