import type { JsonPatchOperation } from '../client/patch.ts';
import { isObject } from '@opgen/rules/json';
import { deepEqual } from '../objects/json.ts';

/**
 * The JSON patch (RFC 6902) that turns one JSON value into another.
 *
 * Lists are compared by index, after their common prefix and suffix: the patch is correct, but not always the
 * shortest.
 */
export function jsonDiff(from: unknown, to: unknown, path = ''): JsonPatchOperation[] {
  if (deepEqual(from, to)) return [];
  if (isList(from) && isList(to)) return listDiff(from, to, path);
  if (isObject(from) && isObject(to)) return objectDiff(from, to, path);
  // The API server's JSON patch library treats a null field as missing, so `replace` would fail.
  return [{ op: from === null ? 'add' : 'replace', path, value: to }];
}

function objectDiff(
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  path: string,
): JsonPatchOperation[] {
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  return [
    ...removed.map((key): JsonPatchOperation => ({ op: 'remove', path: below(path, key) })),
    ...Object.entries(to).flatMap(([key, value]): JsonPatchOperation[] =>
      Object.hasOwn(from, key)
        ? jsonDiff(from[key], value, below(path, key))
        : [{ op: 'add', path: below(path, key), value }],
    ),
  ];
}

function listDiff(from: readonly unknown[], to: readonly unknown[], path: string): JsonPatchOperation[] {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && deepEqual(from[start], to[start])) start += 1;
  let end = 0;
  while (end < shorter - start && deepEqual(from.at(-1 - end), to.at(-1 - end))) end += 1;
  const [before, after] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  const common = Math.min(before.length, after.length);
  const place = (index: number): string => below(path, String(start + index));
  return [
    ...before.slice(0, common).flatMap((value, index): JsonPatchOperation[] =>
      // In a list `add` inserts, so the null must be removed first.
      value === null && after[index] !== null
        ? [
            { op: 'remove', path: place(index) },
            { op: 'add', path: place(index), value: after[index] },
          ]
        : jsonDiff(value, after[index], place(index)),
    ),
    // Each removal shifts the following elements, so the index stays the same.
    ...before.slice(common).map((): JsonPatchOperation => ({ op: 'remove', path: place(common) })),
    ...after
      .slice(common)
      .map((value, index): JsonPatchOperation => ({ op: 'add', path: place(common + index), value })),
  ];
}

/** Appends a key to a JSON pointer, escaped as RFC 6901 requires. */
function below(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
