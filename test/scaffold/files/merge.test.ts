import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge } from '../../../src/scaffold/files/merge.ts';

const text = (lines: string): string => (lines === '' ? '' : `${lines.split(' ').join('\n')}\n`);

test.each([
  ['an untouched text becomes the new one', 'a b c', 'a x c', 'a b c', 'a x c', 0],
  ['changes in other places both stay', 'a b c d', 'a x c d', 'a b c y', 'a x c y', 0],
  ['neighbouring lines are other places', 'a b c', 'x b c', 'a y c', 'x y c', 0],
  ['lines that were added stay', 'a b', 'a x', 'a n b', 'a n x', 0],
  ['a line that both changed is theirs', 'a b c', 'a x c', 'a y c', 'a y c', 1],
  ['a line that both changed alike is changed', 'a b c', 'a x c', 'a x c', 'a x c', 0],
  ['two additions in one place have no order', 'a b', 'a x b', 'a y b', 'a y b', 1],
  ['the same addition is made once', 'a b', 'a x b', 'a x b', 'a x b', 0],
  ['a refused change does not hold up the others', 'a b c', 'x b z', 'y b c', 'y b z', 1],
])('%s', (_, before, after, theirs, result, refused) => {
  const merged = merge(text(before), text(after), text(theirs));
  expect(merged.text).toBe(text(result));
  expect(merged.refused).toHaveLength(refused);
});

const someText = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
  .map((lines) => text(lines.join(' ')));

test('whoever changes nothing gets what the other one made', () => {
  fc.assert(
    fc.property(someText, someText, (before, after) => {
      expect(merge(before, after, before)).toEqual({ text: after, refused: [] });
      expect(merge(before, before, after)).toEqual({ text: after, refused: [] });
      expect(merge(before, after, after)).toEqual({ text: after, refused: [] });
    }),
  );
});
