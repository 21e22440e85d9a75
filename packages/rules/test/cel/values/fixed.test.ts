import { expect, it } from 'vitest';
import { fixed } from '../../../src/cel/values/fixed.ts';

it.each([
  [2.25, 1, '2.2'],
  [2.35, 1, '2.4'],
  [2.75, 1, '2.8'],
  [0.5, 0, '0'],
  [1.5, 0, '2'],
  [-2.5, 0, '-2'],
  [1.005, 2, '1.00'],
  [2.71, 1, '2.7'],
])('%d with %d decimals is %s', (value, decimals, text) => {
  expect(fixed(value, decimals)).toBe(text);
});
