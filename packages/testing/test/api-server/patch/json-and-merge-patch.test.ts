import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPatch } from '../../../src/api-server/patch/json-patch.ts';
import { PatchError } from '../../../src/api-server/patch/patch-error.ts';
import { deepEqual, isObject, type JsonObject, mergePatch } from '@opgen/rules/json';

const memcached = { spec: { size: 1, nodes: ['a', 'b'] }, metadata: { labels: { 'a/b': '1' } } };

describe('jsonPatch', () => {
  it.each([
    [
      'adds a key',
      [{ op: 'add', path: '/spec/image', value: 'x' }],
      { spec: { size: 1, nodes: ['a', 'b'], image: 'x' } },
    ],
    [
      'inserts into a list',
      [{ op: 'add', path: '/spec/nodes/1', value: 'x' }],
      { spec: { size: 1, nodes: ['a', 'x', 'b'] } },
    ],
    [
      'appends to a list',
      [{ op: 'add', path: '/spec/nodes/-', value: 'x' }],
      { spec: { size: 1, nodes: ['a', 'b', 'x'] } },
    ],
    ['counts from the end', [{ op: 'remove', path: '/spec/nodes/-1' }], { spec: { size: 1, nodes: ['a'] } }],
    [
      'replaces what is not there',
      [{ op: 'replace', path: '/spec/image', value: 'x' }],
      { spec: { size: 1, nodes: ['a', 'b'], image: 'x' } },
    ],
    ['moves', [{ op: 'move', from: '/spec/size', path: '/spec/n' }], { spec: { n: 1, nodes: ['a', 'b'] } }],
    [
      'copies',
      [{ op: 'copy', from: '/spec/size', path: '/spec/n' }],
      { spec: { n: 1, size: 1, nodes: ['a', 'b'] } },
    ],
    ['unescapes keys', [{ op: 'test', path: '/metadata/labels/a~1b', value: '1' }], {}],
    ['takes an absent value for null', [{ op: 'test', path: '/spec/none', value: null }], {}],
  ])('%s', (_, operations, expected) => {
    expect(jsonPatch(memcached, operations)).toEqual({ ...memcached, ...expected });
  });

  it.each([
    [
      [{ op: 'add', path: '/status/ready', value: 1 }],
      'add operation does not apply: doc is missing path: "/status/ready": missing value',
    ],
    [
      [{ op: 'remove', path: '/spec/none' }],
      "error in remove for path: '/spec/none': Unable to remove nonexistent key: none: missing value",
    ],
    [
      [{ op: 'remove', path: '/spec/nodes/7' }],
      "error in remove for path: '/spec/nodes/7': Unable to access invalid index: 7: invalid index referenced",
    ],
    [
      [{ op: 'replace', path: '/spec/nodes/7', value: 1 }],
      'replace operation does not apply: doc is missing key: /spec/nodes/7: missing value',
    ],
    [[{ op: 'test', path: '/spec/size', value: 2 }], 'testing value /spec/size failed: test failed'],
    [[{ op: 'shrug', path: '/spec' }], 'Unexpected kind: shrug'],
  ])('says why %j does not fit', (operations, message) => {
    expect(() => jsonPatch(memcached, operations)).toThrow(new PatchError(422, message));
  });

  it('rejects more than ten thousand operations', () => {
    const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/none', value: null }));
    expect(() => jsonPatch({}, many)).toThrow(
      'The allowed maximum operations in a JSON patch is 10000, got 10001',
    );
  });
  it('does not change the document', () => {
    const before = JSON.stringify(memcached);
    jsonPatch(memcached, [{ op: 'remove', path: '/spec/nodes/0' }]);
    expect(JSON.stringify(memcached)).toBe(before);
  });
});

/** The merge patch that turns one object into another. */
function difference(from: JsonObject, to: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch[key] = null;
  for (const [key, value] of Object.entries(to)) {
    const before = from[key];
    if (Object.hasOwn(from, key) && deepEqual(before, value)) continue;
    patch[key] = isObject(before) && isObject(value) ? difference(before, value) : value;
  }
  return patch;
}

describe('mergePatch', () => {
  it.each([
    ['merges objects', { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
    ['deletes with null', { a: 1, b: 2 }, { a: null }, { b: 2 }],
    ['replaces lists', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['drops null from what it adds', {}, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
  ])('%s', (_, document, patch, expected) => {
    expect(mergePatch(document, patch)).toEqual(expected);
  });

  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.integer()));
  const { object } = fc.letrec<{ object: JsonObject; value: unknown }>((tie) => ({
    object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 4 }),
    value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('object')),
  }));
  it('turns any object into any other', () => {
    fc.assert(
      fc.property(object, object, (from, to) => {
        expect(mergePatch(from, difference(from, to))).toEqual(to);
      }),
    );
  });
});
