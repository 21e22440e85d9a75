import { describe, expect, it } from 'vitest';
import { compareResourceVersion } from '../../src/objects/resource-version.ts';

describe('compareResourceVersion', () => {
  it.each([
    ['9', '10', -1],
    ['10', '9', 1],
    ['12', '12', 0],
    ['9007199254740993', '9007199254740992', 1],
    ['18446744073709551615', '18446744073709551614', 1],
  ])('compares %s with %s', (a, b, sign) => {
    expect(Math.sign(compareResourceVersion(a, b))).toBe(sign);
  });

  it.each(['', '-1', '007', 'abc', '1.5'])('rejects %j', (version) => {
    expect(() => compareResourceVersion(version, '1')).toThrow('expected an integer');
  });
});
