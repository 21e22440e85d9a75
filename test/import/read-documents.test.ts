import { describe, expect, test } from 'vitest';
import { readDocuments, valueOf } from '../../src/import/read-documents.ts';

const read = (text: string): unknown[] =>
  readDocuments(text, 'crds.yaml', (message) => new Error(message)).map(valueOf);

/** Nine references to the line before, in each line. */
function bomb(lines: number): string {
  const below = Array.from({ length: lines }, (_, index) => {
    const references = Array.from({ length: 9 }, () => `*a${index}`).join(', ');
    return `a${index + 1}: &a${index + 1} [${references}]`;
  });
  return ['a0: &a0 x', ...below].join('\n');
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('reads every document, and aliases in them', () => {
  expect(read('a: &a [1]\nb: *a\n---\nc: 2\n')).toEqual([{ a: [1], b: [1] }, { c: 2 }]);
});

test('an anchor can be defined again', () => {
  expect(read('a: &a 1\nb: *a\nc: &a [2]\nd: *a\n')).toEqual([{ a: 1, b: 1, c: [2], d: [2] }]);
});

test('many aliases of something small are accepted', () => {
  const references = Array.from({ length: 1000 }, () => '*a').join(', ');
  expect(read(`a: &a x\nb: [${references}]`)).toHaveLength(1);
});

describe('rejects', () => {
  test.each([
    ['aliases that expand to billions of values', bomb(10), /more than 500000 values when its aliases/],
    [
      'an alias of a node that contains it',
      'a: &a { b: [*a] }',
      /an alias inside the node that it refers to/,
    ],
    ['an alias of a node two levels above', 'a: &a { b: &b { c: *a } }', /an alias inside the node/],
    ['nesting', nested(201), /nested deeper than 200 levels/],
    ['nesting that exceeds the stack', nested(100_000), /nested deeper than 200 levels/],
    [
      'nesting by aliases',
      ['a0: &a0 [x]', ...Array.from({ length: 201 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}]`)].join('\n'),
      /nested deeper than 200 levels/,
    ],
    ['a text that is too large', ' '.repeat(20_000_001), /larger than 20 MB/],
  ])('%s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('nothing just below the limits', () => {
    expect(read(bomb(5))).toHaveLength(1);
    expect(read(nested(200))).toHaveLength(1);
  });
});
