import { expect, test } from 'vitest';
import { isOlder } from '../../src/cache/is-older.ts';

test.each([
  ['9', '10', true],
  ['10', '9', false],
  ['7', '7', false],
  ['18446744073709551615', '18446744073709551616', true],
  ['9007199254740993', '9007199254740992', false],
])('%s is older than %s: %s', (a, b, older) => {
  expect(isOlder(a, b)).toBe(older);
});

test('does not order versions that are not numbers', () => {
  expect(isOlder('a1', 'a2')).toBe(false);
  expect(isOlder('a2', 'a1')).toBe(false);
});
