import { type FieldError, forbidden, invalid, required, tooLong } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject } from '../json.ts';
import type { Validation } from './validation.ts';

const largest = 1024 * 1024;
const keyPattern = '[-._a-zA-Z0-9]+';
const keyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  " +
  `or 'key-name', regex used for validation is '${keyPattern}')`;

export const validateConfigMap: Validation = (object, old) => {
  const { data, binaryData } = object;
  const binary = isObject(binaryData) ? binaryData : {};
  return [
    ...frozen(object, old, ['data', 'binaryData']),
    ...keysOf(data, 'data'),
    ...Object.keys(isObject(data) ? data : {})
      .filter((key) => key in binary)
      .map((key) => invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')),
    ...keysOf(binaryData, 'binaryData'),
    ...(sizeOf(data) + sizeOf(binaryData) > largest ? [tooLong('', largest)] : []),
  ];
};

const keysOfType: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

export const validateSecret: Validation = (object, old) => {
  const data = isObject(object['data']) ? object['data'] : {};
  const expected = keysOfType[String(object['type'])] ?? [];
  const changesType = old !== undefined && object['type'] !== old['type'];
  return [
    ...keysOf(data, 'data'),
    ...(sizeOf(data) > largest ? [tooLong('data', largest)] : []),
    ...expected.filter((key) => !(key in data)).map((key) => required(`data[${key}]`)),
    ...(changesType ? [invalid('type', object['type'], 'field is immutable')] : []),
    ...frozen(object, old, ['data']),
  ];
};

function keysOf(map: unknown, path: string): FieldError[] {
  return Object.keys(isObject(map) ? map : {}).flatMap((key) =>
    keyProblems(key).map((problem) => invalid(`${path}[${key}]`, key, problem)),
  );
}

function keyProblems(key: string): string[] {
  const problems = new RegExp(`^${keyPattern}$`).test(key) ? [] : [keyRule];
  if (key.length > 253) problems.unshift('must be no more than 253 bytes');
  if (key === '.') problems.push("must not be '.'");
  else if (key === '..') problems.push("must not be '..'");
  else if (key.startsWith('..')) problems.push("must not start with '..'");
  return problems;
}

/** What has been declared immutable neither changes nor becomes mutable again. */
function frozen(object: JsonObject, old: JsonObject | undefined, fields: readonly string[]): FieldError[] {
  if (old?.['immutable'] !== true) return [];
  const detail = 'field is immutable when `immutable` is set';
  return ['immutable', ...fields]
    .filter((field) => !deepEqual(object[field], old[field]))
    .map((field) => forbidden(field, detail));
}

function sizeOf(map: unknown): number {
  return Object.values(isObject(map) ? map : {}).reduce<number>(
    (sum, value) => sum + Buffer.byteLength(String(value)),
    0,
  );
}
