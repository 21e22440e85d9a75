import { expect, test } from 'vitest';
import { compareResourceVersions, isOlder } from '../../src/cache/resource-version.ts';

test.each([
  ['9', '10', -1],
  ['10', '9', 1],
  ['7', '7', 0],
  ['18446744073709551615', '18446744073709551616', -1],
  ['9007199254740993', '9007199254740992', 1],
])('%s against %s is %i', (a, b, sign) => {
  expect(Math.sign(compareResourceVersions(a, b) ?? Number.NaN)).toBe(sign);
});

test('versions that are no integers have no order, and neither is older', () => {
  expect(compareResourceVersions('a1', 'a2')).toBeUndefined();
  expect(isOlder('a1', 'a2')).toBe(false);
});
