import { expect, test } from 'vitest';
import { timeoutOf } from '../../src/webhook/timeout.ts';

test.each([
  ['timeout=10s', 10_000],
  ['timeout=500ms', 500],
  ['timeout=1.5s', 1_500],
  ['a=b&timeout=2s', 2_000],
  ['timeout=1m0s', 30_000],
  ['timeout=30s', 30_000],
  ['', 30_000],
  [undefined, 30_000],
  ['timeout=soon', 30_000],
  ['timeout=-1s', 30_000],
])('parses %j as %d ms', (query, milliseconds) => {
  expect(timeoutOf(query)).toBe(milliseconds);
});
