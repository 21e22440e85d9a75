import { deepCopy, deepEqual, isObject, type JsonObject } from '@opgen/rules/json';
import { pointerKeys } from './json-pointer.ts';
import { PatchError, PatchTestFailed } from './patch-error.ts';

const maxOperations = 10_000;

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/**
 * Applies a JSON patch (RFC 6902) like the API server: missing parents are not created, a negative index of a list
 * counts from its end, `replace` of a missing key adds it, and a `test` of a missing value against null passes.
 * Throws a PatchError: 400 for an invalid patch, 413 for more than 10,000 operations, 422 for an operation that
 * fails, with the text for the cause. Changes neither the document nor the patch.
 */
export function jsonPatch(document: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch))
    throw new PatchError(400, 'json: cannot unmarshal object into Go value of type jsonpatch.Patch');
  if (patch.length > maxOperations) {
    const limit = `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`;
    throw new PatchError(413, limit);
  }
  const root = { document: deepCopy(document) };
  for (const operation of patch.map(readOperation)) carryOut(root, operation);
  return root.document;
}

function readOperation(operation: unknown): Operation {
  if (!isObject(operation))
    throw new PatchError(400, 'json: cannot unmarshal into Go value of type jsonpatch.Operation');
  const { op, path, from, value } = operation;
  if (typeof op !== 'string') throw new PatchError(422, 'Unexpected kind: unknown');
  if (typeof path !== 'string') {
    throw new PatchError(422, `${op} operation failed to decode path: missing value`);
  }
  return { op, path, ...(typeof from === 'string' ? { from } : {}), value };
}

function carryOut(root: { document: unknown }, operation: Operation): void {
  const { op, path } = operation;
  const value = operation.value === undefined ? null : deepCopy(operation.value);
  switch (op) {
    case 'add':
      return withContext(`error in add for path: '${path}'`, () =>
        addTo(found(root, path, `${op} operation does not apply: doc is missing path: "${path}"`), value),
      );
    case 'remove':
      return withContext(`error in remove for path: '${path}'`, () =>
        removeFrom(found(root, path, `${op} operation does not apply: doc is missing path: "${path}"`)),
      );
    case 'replace':
      return replace(root, path, value);
    case 'move':
      return move(root, operation);
    case 'copy':
      return copy(root, operation);
    case 'test':
      return test(root, path, value);
    default:
      throw new PatchError(422, `Unexpected kind: ${op}`);
  }
}

function replace(root: { document: unknown }, path: string, value: unknown): void {
  if (path === '') {
    root.document = value;
    return;
  }
  const place = found(root, path, `replace operation does not apply: doc is missing path: ${path}`);
  const { container, key } = place;
  if (!Array.isArray(container)) {
    container[key] = value;
    return;
  }
  const index = withContext(
    `replace operation does not apply: doc is missing key: ${path}`,
    () => indexIn(container, key),
    missingValue,
  );
  container[index] = value;
}

function move(root: { document: unknown }, operation: Operation): void {
  const { path } = operation;
  const from = sourceOf(operation);
  const source = found(root, from, `move operation does not apply: doc is missing from path: ${from}`);
  const value = withContext(`error in move for path: '${source.key}'`, () => {
    const taken = valueAt(source);
    removeFrom(source);
    return taken;
  });
  const target = found(root, path, `move operation does not apply: doc is missing destination path: ${path}`);
  withContext(`error in move for path: '${path}'`, () => addTo(target, value));
}

function copy(root: { document: unknown }, operation: Operation): void {
  const { path } = operation;
  const from = sourceOf(operation);
  const source = found(root, from, `copy operation does not apply: doc is missing from path: ${from}`);
  const value = withContext(`error in copy for from: '${from}'`, () => deepCopy(valueAt(source) ?? null));
  const target = found(root, path, `copy operation does not apply: doc is missing destination path: ${path}`);
  withContext('error while adding value during copy', () => addTo(target, value));
}

function test(root: { document: unknown }, path: string, expected: unknown): void {
  const actual =
    path === ''
      ? root.document
      : withContext(`error in test for path: '${path}'`, () =>
          valueAt(found(root, path, `test operation does not apply: is missing path: ${path}`)),
        );
  if (!deepEqual(actual ?? null, expected))
    throw new PatchTestFailed(`testing value ${path} failed: test failed`);
}

function sourceOf({ op, from }: Operation): string {
  if (from !== undefined) return from;
  throw new PatchError(
    422,
    `${op} operation failed to decode from: operation, missing from field: missing value`,
  );
}

/** An array or object of the document, and a key that may be in it. */
interface Place {
  readonly container: unknown[] | JsonObject;
  readonly key: string;
}

const missingValue = 'missing value';

/** Finds the parent of a path; missing parents are not created, and the root has no parent. */
function found(root: { document: unknown }, path: string, failure: string): Place {
  const keys = pointerKeys(path);
  let container = keys.length === 0 ? undefined : root.document;
  for (const key of keys.slice(0, -1)) container = child(container, key);
  if (!Array.isArray(container) && !isObject(container))
    throw new PatchError(422, `${failure}: ${missingValue}`);
  return { container, key: keys.at(-1) ?? '' };
}

function child(container: unknown, key: string): unknown {
  if (Array.isArray(container)) return /^-?\d+$/.test(key) ? container.at(Number(key)) : undefined;
  return isObject(container) && Object.hasOwn(container, key) ? container[key] : undefined;
}

function valueAt({ container, key }: Place): unknown {
  return Array.isArray(container) ? container[indexIn(container, key)] : child(container, key);
}

function addTo({ container, key }: Place, value: unknown): void {
  if (!Array.isArray(container)) container[key] = value;
  else if (key === '-') container.push(value);
  else {
    if (!/^-?\d+$/.test(key))
      throw new Problem(`value was not a proper array index: '${key}': ${unparsable(key)}`);
    container.splice(within(Number(key), container.length + 1), 0, value);
  }
}

function removeFrom({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(indexIn(container, key), 1);
  else if (Object.hasOwn(container, key)) delete container[key];
  else throw new Problem(`Unable to remove nonexistent key: ${key}: ${missingValue}`);
}

function indexIn(list: readonly unknown[], key: string): number {
  if (!/^-?\d+$/.test(key)) throw new Problem(unparsable(key));
  return within(Number(key), list.length);
}

/** A negative index counts from the end. */
function within(index: number, length: number): number {
  if (index < length && index >= -length) return index < 0 ? index + length : index;
  throw new Problem(`Unable to access invalid index: ${index}: invalid index referenced`);
}

function unparsable(key: string): string {
  return `strconv.Atoi: parsing "${key}": invalid syntax`;
}

/** A failed step, before the operation that it belongs to is known. */
class Problem extends Error {}

/** Runs a step; if it fails, throws an error that names the operation. */
function withContext<T>(context: string, step: () => T, words?: string): T {
  try {
    return step();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    throw new PatchError(422, `${context}: ${words ?? problem.message}`);
  }
}
