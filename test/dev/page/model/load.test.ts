import type { Statistics } from '@opgen/runtime/runs';
import { expect, test } from 'vitest';
import { barsOf, quantile, ratesOf, secondsText } from '../../../../src/dev/page/model/load.ts';

const durations = { bounds: [0.005, 0.01, 0.1, 60], counts: [2, 6, 2, 0, 0], sum: 0.2 };

test('quantiles are interpolated within their bucket', () => {
  expect(quantile(durations, 0.2)).toBeCloseTo(0.005);
  expect(quantile(durations, 0.5)).toBeCloseTo(0.0075);
  expect(quantile(durations, 0.9)).toBeCloseTo(0.055);
  expect(quantile({ bounds: [1], counts: [0, 3], sum: 9 }, 0.5)).toBe(1);
  expect(quantile({ bounds: [1], counts: [0, 0], sum: 0 }, 0.5)).toBeUndefined();
});

test('the bars leave out the empty ones at both ends', () => {
  expect(barsOf(durations)).toEqual([
    { label: '≤ 5 ms', count: 2 },
    { label: '≤ 10 ms', count: 6 },
    { label: '≤ 25 ms', count: 0 },
    { label: '≤ 50 ms', count: 0 },
    { label: '≤ 100 ms', count: 2 },
  ]);
  expect(barsOf({ bounds: [1], counts: [0, 1], sum: 99 })).toEqual([{ label: '> 60 s', count: 1 }]);
  expect(barsOf({ bounds: [1], counts: [0, 0], sum: 0 })).toEqual([]);
});

const at = (second: number, success: number): Statistics => ({
  time: new Date(second * 1_000).toISOString(),
  controllers: [
    {
      name: 'shop',
      kind: 'Shop',
      workers: 1,
      active: 0,
      longest: 0,
      stuck: 0,
      queued: 0,
      delayed: 0,
      results: { success, requeue: 0, requeue_after: 0, error: 0 },
      terminalErrors: 0,
      retries: 0,
      durations,
      waits: durations,
    },
  ],
  caches: [],
});

test('rates are counted between moments, and not across a restart', () => {
  expect(ratesOf([at(0, 10), at(1, 14), at(3, 14), at(4, 2), at(5, 5)], 'shop')).toEqual([4, 0, 3]);
  expect(ratesOf([at(0, 1), at(1, 2)], 'other')).toEqual([]);
});

test('seconds are written with a unit', () => {
  expect([0.0042, 0.25, 2.5, 60].map(secondsText)).toEqual(['4.2 ms', '250 ms', '2.5 s', '60 s']);
});
