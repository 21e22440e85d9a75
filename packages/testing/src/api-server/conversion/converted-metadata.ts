import { isObject, type JsonObject } from '@opgen/rules/json';
import type { StoredMetadata, StoredObject } from '../storage/stored-object.ts';

const identity = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

/** A converted object with the original metadata, except labels and annotations, which come from the conversion. */
export function withMetadataOf(
  original: StoredObject,
  converted: JsonObject,
  fail: (problem: string) => never,
): StoredObject {
  const sent = converted['metadata'];
  const metadata: JsonObject = isObject(sent) ? sent : {};
  for (const [key, label] of identity) {
    const [expected, got] = [original.metadata[key] ?? '', String(metadata[key] ?? '')];
    if (expected !== got) fail(`returned invalid object: must have the same ${label}: ${expected} != ${got}`);
  }
  const invalid = (problem: string): never => fail(`returned invalid metadata: ${problem}`);
  if (sent === undefined) invalid('missing metadata in converted object');
  const result: JsonObject = { ...original.metadata };
  for (const key of ['labels', 'annotations'] as const) {
    const map = metadata[key];
    delete result[key];
    if (map === undefined || map === null) continue;
    if (!isObject(map)) return invalid(`invalid metadata.${key} of type ${typeof map} in converted object`);
    for (const [name, value] of Object.entries(map)) {
      if (typeof value === 'string') continue;
      invalid(`metadata.${key}[${name}] must be a string, but is ${goType(value)} in converted object`);
    }
    if (Object.keys(map).length > 0) result[key] = map;
  }
  return { ...converted, metadata: result as StoredMetadata } as StoredObject;
}

function goType(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'boolean') return 'bool';
  if (value === null) return '<nil>';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}
