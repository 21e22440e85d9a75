import { parse } from 'yaml';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { badRequest, StatusError, unsupportedMediaType } from '../status-errors.ts';
import type { ServerRequest } from './request.ts';

/** The Content-Type of a server-side apply. */
export const applyType = 'application/apply-patch+yaml';

/** The Content-Type of YAML in a create or update. */
export const yamlType = 'application/yaml';

const accepted = ['application/json', yamlType];

/** Parses the body of a create or update. Rejects protobuf where the client insists on it. */
export function readObject(request: ServerRequest): JsonObject {
  const type = mediaType(request);
  if (type !== '' && !accepted.includes(type)) throw new StatusError(unsupportedMediaType(accepted));
  const value = type === yamlType ? readYaml(request.body) : readJson(request.body);
  if (!isObject(value)) throw new StatusError(badRequest('the body of the request is not an object'));
  return value;
}

/** The options in the body of a delete; an empty body means no options. */
export function readOptions(request: ServerRequest): JsonObject {
  return request.body.trim() === '' ? {} : readObject(request);
}

export function mediaType({ headers }: ServerRequest): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StatusError(badRequest(`the object provided is unrecognized: ${(error as Error).message}`));
  }
}

/** The last value of a duplicate key counts. */
export function readYaml(text: string): unknown {
  try {
    return parse(text, { uniqueKeys: false });
  } catch (error) {
    throw new StatusError(badRequest(`error decoding YAML: ${(error as Error).message}`));
  }
}
