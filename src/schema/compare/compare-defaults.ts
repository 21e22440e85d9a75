import { isDeepStrictEqual } from 'node:util';
import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { caution, type Change, safe } from './change.ts';

/** A default fills in what is left open, also in stored objects when they are read. */
export function compareDefaults(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before.default, after.default];
  if (isDeepStrictEqual(was, is)) return [];
  const [old, now] = [was, is].map((value) => JSON.stringify(value));
  if (was === undefined) return [safe('default-added', path, `left open it is ${now}`)];
  if (is === undefined)
    return [caution('default-removed', path, `left open it was ${old}, and is not there now`)];
  return [
    caution(
      'default-changed',
      path,
      `left open it is ${now} in place of ${old}, also where objects are stored so`,
    ),
  ];
}
