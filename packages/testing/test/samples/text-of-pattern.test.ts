import { expect, test } from 'vitest';
import { seeded } from '../../src/samples/random.ts';
import { textOfPattern } from '../../src/samples/text-of-pattern.ts';

test.each([
  ['a name of a label', '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'],
  [
    'a quantity',
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?[0-9]{1,3}))?$',
  ],
  ['alternatives within a group', '^(Always|IfNotPresent|Never)$'],
  ['a class that leaves characters out', '^[^/]+/[^/]+$'],
  ['a class with a bracket and a dash', '^[]x-]{2,5}$'.replace('[]', '[\\]')],
  ['escapes', '^\\d{4}-\\d{2}\\w\\s\\.$'],
  ['a group that does not capture, repeated without greed', '^(?:ab){2,}?c*?$'],
  ['a dot, and a number of repeats', '^.{3}$'],
  ['a named group', '^(?P<year>[0-9]{4})$'],
])('a text is drawn for %s', (_, pattern) => {
  const random = seeded(1);
  const texts = Array.from({ length: 50 }, () => textOfPattern(pattern, random));
  const expression = new RegExp(pattern.replace('(?P<', '(?<'));
  expect(texts.filter((text) => !expression.test(text))).toEqual([]);
});

test('the repetitions of a group differ from each other', () => {
  const random = seeded(1);
  const texts = Array.from({ length: 20 }, () => textOfPattern('^(a|b){4}$', random));
  expect(texts.some((text) => text.includes('a') && text.includes('b'))).toBe(true);
});
