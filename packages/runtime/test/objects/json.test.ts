import { describe, expect, it } from 'vitest';
import { compact, deepEqual, replacingMergePatch } from '../../src/objects/json.ts';

describe('deepEqual', () => {
  it.each([
    ['fields in a different order', { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }, true],
    ['an undefined field and a missing one', { a: 1, b: undefined }, { a: 1 }, true],
    ['a different value', { a: { b: 1 } }, { a: { b: 2 } }, false],
    ['an extra field', { a: 1 }, { a: 1, b: 1 }, false],
    ['lists in a different order', [1, 2], [2, 1], false],
    ['a list and an object', [], {}, false],
    ['null and an object', null, {}, false],
    ['an inherited property', {}, { toString: undefined }, true],
  ])('compares %s', (_what, a, b, expected) => {
    expect(deepEqual(a, b)).toBe(expected);
    expect(deepEqual(b, a)).toBe(expected);
  });
});

describe('replacingMergePatch', () => {
  it.each([
    ['includes unchanged fields', { a: 1 }, { a: 1 }, { a: 1 }],
    [
      'removes fields at every depth',
      { a: { b: 1, c: 2 }, d: 3 },
      { a: { b: 1 } },
      { a: { b: 1, c: null }, d: null },
    ],
    ['treats undefined as absent', { a: 1 }, { a: undefined }, { a: null }],
    ['replaces lists', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['accepts a missing current value', undefined, { a: 1 }, { a: 1 }],
  ])('%s', (_what, current, wanted, patch) => {
    expect(replacingMergePatch(current, wanted)).toEqual(patch);
  });
});

it('compact omits undefined fields only', () => {
  expect(Object.keys(compact({ a: undefined, b: null, c: 0 }))).toEqual(['b', 'c']);
});
