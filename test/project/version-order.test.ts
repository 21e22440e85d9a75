import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { newestFirst } from '../../src/project/version-order.ts';

/** The order in the Kubernetes documentation. */
const ordered = [
  'v10',
  'v2',
  'v1',
  'v11beta2',
  'v10beta3',
  'v3beta1',
  'v12alpha1',
  'v11alpha2',
  'foo1',
  'foo10',
];

test('sorts versions like Kubernetes', () => {
  assert(
    property(array(constantFrom(...ordered)), (versions) => {
      const expected = ordered.flatMap((version) => versions.filter((each) => each === version));
      expect(versions.toSorted(newestFirst)).toEqual(expected);
    }),
  );
});
