import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPatch as applyJsonPatch } from '../../../testing/src/api-server/patch/json-patch.ts';
import { jsonDiff } from '../../src/webhook/json-diff.ts';

test.each([
  ['equal documents', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['a new field', {}, { size: 3 }, [{ op: 'add', path: '/size', value: 3 }]],
  ['a changed field', { size: 1 }, { size: 3 }, [{ op: 'replace', path: '/size', value: 3 }]],
  ['a removed field', { size: 1 }, {}, [{ op: 'remove', path: '/size' }]],
  [
    'a nested field',
    { spec: { a: 1, b: 1 } },
    { spec: { a: 1, b: 2 } },
    [{ op: 'replace', path: '/spec/b', value: 2 }],
  ],
  ['a key with a slash and a tilde', {}, { 'a/b~c': 1 }, [{ op: 'add', path: '/a~1b~0c', value: 1 }]],
  ['an element at the end', [1], [1, 2], [{ op: 'add', path: '/1', value: 2 }]],
  ['an element at the beginning', [1, 2], [0, 1, 2], [{ op: 'add', path: '/0', value: 0 }]],
  [
    'two elements removed from the middle',
    [1, 2, 3, 4],
    [1, 4],
    [
      { op: 'remove', path: '/1' },
      { op: 'remove', path: '/1' },
    ],
  ],
  ['a field inside an element', [{ a: 1 }, 2], [{ a: 2 }, 2], [{ op: 'replace', path: '/0/a', value: 2 }]],
  ['a list that becomes an object', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
  [
    'a null field, which servers treat as missing',
    { a: null },
    { a: 1 },
    [{ op: 'add', path: '/a', value: 1 }],
  ],
  [
    'a null in a list',
    [null],
    [1],
    [
      { op: 'remove', path: '/0' },
      { op: 'add', path: '/0', value: 1 },
    ],
  ],
])('creates a patch for %s', (_, from, to, patch) => {
  expect(jsonDiff(from, to)).toEqual(patch);
  expect(applyJsonPatch(from, jsonDiff(from, to))).toEqual(to);
});

/** JSON documents with keys that JSON pointers have to escape. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, 0, 1, '', 'a'),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '', '/', '~', '~1', '0', '-', 'é'), tie('json'), {
      maxKeys: 4,
    }),
  ),
}));
const document = fc
  .dictionary(fc.constantFrom('spec', 'metadata', 'status'), json)
  .map((value) => JSON.parse(JSON.stringify(value)) as object);

describe('for any two documents', () => {
  test('applying the patch to the first gives the second', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        const before = JSON.stringify(from);
        expect(applyJsonPatch(from, jsonDiff(from, to))).toEqual(to);
        expect(JSON.stringify(from)).toBe(before);
      }),
      { numRuns: 2000 },
    );
  });

  test('a list with added and removed elements is patched in place', () => {
    const list = fc.array(fc.constantFrom(1, 2, 3, null), { maxLength: 8 });
    fc.assert(
      fc.property(list, list, (from, to) => {
        expect(applyJsonPatch({ from }, jsonDiff({ from }, { from: to }))).toEqual({ from: to });
      }),
      { numRuns: 2000 },
    );
  });
});
