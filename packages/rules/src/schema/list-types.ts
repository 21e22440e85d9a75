import { errorsThroughout } from './errors-throughout.ts';
import { duplicate, type FieldError, invalid } from '../field-errors.ts';
import { goJson } from '../go-text.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Resolve } from './read-schema.ts';
import type { JSONSchemaProps } from './json-schema-props.ts';

/** Finds duplicates in lists of type set or map, at any depth. */
export function validateLists(
  value: unknown,
  schema: JSONSchemaProps,
  path: string,
  resolve: Resolve,
): FieldError[] {
  return errorsThroughout(value, schema, path, resolve, (part, node, at) =>
    Array.isArray(part) ? duplicates(part, node, at) : [],
  );
}

function duplicates(list: readonly unknown[], node: JSONSchemaProps, path: string): FieldError[] {
  const listType = node['x-kubernetes-list-type'];
  if (listType === 'set') return repeated(list).map((i) => duplicate(`${path}[${i}]`, list[i]));
  if (listType !== 'map') return [];
  const stray = list.findIndex((item) => item !== null && !isObject(item));
  if (stray !== -1) {
    return [invalid(`${path}[${stray}]`, list[stray], 'must be an object for an array of list-type map')];
  }
  const keys = list.map((item) => keyOf(item, node['x-kubernetes-list-map-keys'] ?? []));
  return repeated(keys).map((i) => duplicate(`${path}[${i}]`, keys[i]));
}

function keyOf(item: unknown, names: readonly string[]): JsonObject {
  if (!isObject(item)) return {};
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]),
  );
}

/** The indexes at which values occur for the second time; a third occurrence is not reported. */
function repeated(values: readonly unknown[]): number[] {
  const seen = new Map<string, number>();
  const places: number[] = [];
  for (const [i, value] of values.entries()) {
    const text = goJson(value);
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    if (times === 1) places.push(i);
  }
  return places;
}
