import { type FieldError, forbidden, invalid, required, tooLong } from '../field-errors.ts';
import { goJsonProblem } from '../go-text.ts';
import { deepEqual, isObject, type JsonObject, metadataIn } from '../json.ts';
import { configKeyProblems } from '../names/config-keys.ts';
import { objectIn } from './fields.ts';
import type { Validation } from './validation.ts';

const largest = 1024 * 1024;

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
    ...(textSizeOf(data) + sizeOf(binaryData) > largest ? [tooLong('[]', largest)] : []),
  ];
};

const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
};

export const validateSecret: Validation = (object, old) => {
  const data = isObject(object['data']) ? object['data'] : {};
  const changesType = old !== undefined && object['type'] !== old['type'];
  return [
    ...keysOf(data, 'data'),
    ...(sizeOf(data) > largest ? [tooLong('data', largest)] : []),
    ...validateContent(object, data),
    ...(changesType ? [invalid('type', object['type'], 'field is immutable')] : []),
    ...frozen(object, old, ['data']),
  ];
};

/** What Secrets of some types must contain. */
function validateContent(secret: JsonObject, data: JsonObject): FieldError[] {
  const type = String(secret['type']);
  const isAbsent = (key: string): boolean => !(key in data);
  const missing = (requiredKeys[type] ?? []).filter(isAbsent).map((key) => required(`data[${key}]`));
  switch (type) {
    case 'kubernetes.io/service-account-token': {
      const annotation = 'kubernetes.io/service-account.name';
      const path = `metadata.annotations[${annotation}]`;
      return objectIn(metadataIn(secret), 'annotations')[annotation] ? [] : [required(path)];
    }
    case 'kubernetes.io/basic-auth':
      return isAbsent('username') && isAbsent('password')
        ? [required('data[username]'), required('data[password]')]
        : [];
    case 'kubernetes.io/ssh-auth':
      return data['ssh-privatekey'] ? [] : [required('data[ssh-privatekey]')];
    case 'kubernetes.io/dockerconfigjson':
    case 'kubernetes.io/dockercfg':
      return [
        ...missing,
        ...(requiredKeys[type] ?? []).filter((key) => key in data).flatMap((key) => validateJson(data, key)),
      ];
    default:
      return missing;
  }
}

function validateJson(data: JsonObject, key: string): FieldError[] {
  const text = Buffer.from(String(data[key]), 'base64').toString();
  const problem = goJsonProblem(text);
  return problem === undefined ? [] : [invalid(`data[${key}]`, '<secret contents redacted>', problem)];
}

function keysOf(map: unknown, path: string): FieldError[] {
  return Object.keys(isObject(map) ? map : {}).flatMap((key) =>
    configKeyProblems(key).map((problem) => invalid(`${path}[${key}]`, key, problem)),
  );
}

/** What has been declared immutable neither changes nor becomes mutable again. */
function frozen(object: JsonObject, old: JsonObject | undefined, fields: readonly string[]): FieldError[] {
  if (old?.['immutable'] !== true) return [];
  const detail = 'field is immutable when `immutable` is set';
  return ['immutable', ...fields]
    .filter((field) => !deepEqual(object[field], old[field]))
    .map((field) => forbidden(field, detail));
}

function textSizeOf(map: unknown): number {
  return sum(map, (value) => Buffer.byteLength(value));
}

/** The size of values in base64. */
function sizeOf(map: unknown): number {
  return sum(map, (value) => Buffer.byteLength(value, 'base64'));
}

function sum(map: unknown, sizeOfValue: (value: string) => number): number {
  return Object.values(isObject(map) ? map : {}).reduce<number>(
    (total, value) => total + sizeOfValue(String(value)),
    0,
  );
}
