import { expect, test } from 'vitest';
import { retryAfterSeconds } from '../../src/transport/retry-after.ts';

const date = 'Sun, 06 Nov 1994 08:49:37 GMT';

test.each([
  ['seconds', { 'retry-after': '7' }, 7],
  ['zero', { 'retry-after': '0' }, 0],
  ['a date, relative to the Date header', { 'retry-after': 'Sun, 06 Nov 1994 08:49:52 GMT', date }, 15],
  ['a date in the past', { 'retry-after': 'Sun, 06 Nov 1994 08:00:00 GMT', date }, 0],
  ['a date in the past, relative to the local clock', { 'retry-after': date }, 0],
  ['nothing', {}, undefined],
  ['an empty value', { 'retry-after': '' }, undefined],
  ['a negative number', { 'retry-after': '-5' }, undefined],
  ['a word', { 'retry-after': 'soon' }, undefined],
])('parses Retry-After: %s', (_, headers, seconds) => {
  expect(retryAfterSeconds(headers)).toBe(seconds);
});
