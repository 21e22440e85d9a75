import { expect, test } from 'vitest';
import { type DurationText, requeueAfter } from '../../src/controller/result.ts';

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['1.5m', 90_000],
  ['2h', 7_200_000],
  [1500, 1500],
] as const)('%s is %i milliseconds', (duration, delay) => {
  expect(requeueAfter(duration)).toEqual({ type: 'requeueAfter', delay });
});

test.each(['0s', '-1s', 'NaNs', '1e3s', '1d', '10', 0, -1, Number.NaN, Infinity])(
  'rejects %s',
  (duration) => {
    expect(() => requeueAfter(duration as DurationText)).toThrow(RangeError);
  },
);
