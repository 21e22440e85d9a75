import { describe, expect, it } from 'vitest';
import { compact, deepEqual, replacingMergePatch } from '../../src/objects/json.ts';

describe('deepEqual', () => {
  it.each([
    ['fields in another order', { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }, true],
    ['a field that is undefined and one that is not there', { a: 1, b: undefined }, { a: 1 }, true],
    ['another value', { a: { b: 1 } }, { a: { b: 2 } }, false],
    ['a field more', { a: 1 }, { a: 1, b: 1 }, false],
    ['lists in another order', [1, 2], [2, 1], false],
    ['a list and an object', [], {}, false],
    ['null and an object', null, {}, false],
    ['an inherited property', {}, { toString: undefined }, true],
  ])('tells %s apart, or not', (_what, a, b, expected) => {
    expect(deepEqual(a, b)).toBe(expected);
    expect(deepEqual(b, a)).toBe(expected);
  });
});

describe('replacingMergePatch', () => {
  it.each([
    ['says what stays, too', { a: 1 }, { a: 1 }, { a: 1 }],
    [
      'removes what is to go, at every depth',
      { a: { b: 1, c: 2 }, d: 3 },
      { a: { b: 1 } },
      { a: { b: 1, c: null }, d: null },
    ],
    ['takes undefined for absent', { a: 1 }, { a: undefined }, { a: null }],
    ['replaces lists', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['begins with nothing', undefined, { a: 1 }, { a: 1 }],
  ])('%s', (_what, current, wanted, patch) => {
    expect(replacingMergePatch(current, wanted)).toEqual(patch);
  });
});

it('compact leaves out what is undefined, and only that', () => {
  expect(Object.keys(compact({ a: undefined, b: null, c: 0 }))).toEqual(['b', 'c']);
});
