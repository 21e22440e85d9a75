import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge } from '../../../src/scaffold/files/merge.ts';

const text = (lines: string): string => (lines === '' ? '' : `${lines.split(' ').join('\n')}\n`);

test.each([
  ['an unchanged text becomes the new one', 'a b c', 'a x c', 'a b c', 'a x c', 0],
  ['changes in different places are both kept', 'a b c d', 'a x c d', 'a b c y', 'a x c y', 0],
  ['adjacent lines are different places', 'a b c', 'x b c', 'a y c', 'x y c', 0],
  ['added lines stay', 'a b', 'a x', 'a n b', 'a n x', 0],
  ['a conflicting change keeps their line', 'a b c', 'a x c', 'a y c', 'a y c', 1],
  ['the same change on both sides is no conflict', 'a b c', 'a x c', 'a x c', 'a x c', 0],
  ['two different additions in one place conflict', 'a b', 'a x b', 'a y b', 'a y b', 1],
  ['the same addition on both sides is made once', 'a b', 'a x b', 'a x b', 'a x b', 0],
  ['a refused change does not block the others', 'a b c', 'x b z', 'y b c', 'y b z', 1],
])('%s', (_, before, after, theirs, result, refused) => {
  const merged = merge(text(before), text(after), text(theirs));
  expect(merged.text).toBe(text(result));
  expect(merged.refused).toHaveLength(refused);
});

const someText = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
  .map((lines) => text(lines.join(' ')));

test('if only one side changes the text, its version is the result', () => {
  fc.assert(
    fc.property(someText, someText, (before, after) => {
      expect(merge(before, after, before)).toEqual({ text: after, refused: [] });
      expect(merge(before, before, after)).toEqual({ text: after, refused: [] });
      expect(merge(before, after, after)).toEqual({ text: after, refused: [] });
    }),
  );
});
