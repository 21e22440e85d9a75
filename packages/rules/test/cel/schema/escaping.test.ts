import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeProperty, unescapeProperty } from '../../../src/cel/schema/escaping.ts';

it.each([
  ['plain', 'plain'],
  ['a.b', 'a__dot__b'],
  ['a-b', 'a__dash__b'],
  ['a/b', 'a__slash__b'],
  ['a__b', 'a__underscores__b'],
  ['namespace', '__namespace__'],
  ['in', '__in__'],
  ['_', '_'],
])('%s is called %s in expressions', (property, name) => {
  expect(escapeProperty(property)).toBe(name);
  expect(unescapeProperty(name)).toBe(property);
});

it.each(['1a', 'a b', 'ä', '', '@type'])('%j has no name in expressions', (property) => {
  expect(escapeProperty(property)).toBeUndefined();
});

it('comes back from its name, whatever it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z_./-][a-z0-9_./-]*$/), (property) => {
      expect(unescapeProperty(escapeProperty(property)!)).toBe(property);
    }),
  );
});
