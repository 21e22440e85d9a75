import { expect, it, test } from 'vitest';
import { compareDurations, parseDuration } from '../../src/duration/duration.ts';
import { readFormattedDuration } from '../../src/duration/formatted-duration.ts';

// The expected texts and numbers are those of Go's time package and of k8s.io/kube-openapi/pkg/validation/strfmt.

test.each([
  ['0', '0s'],
  ['-0', '0s'],
  ['+0', '0s'],
  ['1h30m', '1h30m0s'],
  ['-1.5s', '-1.5s'],
  ['1.5h', '1h30m0s'],
  ['.5s', '500ms'],
  ['1.s', '1s'],
  ['1ns', '1ns'],
  ['1us', '1µs'],
  ['1µs', '1µs'],
  ['1μs', '1µs'],
  ['1500µs', '1.5ms'],
  ['1500ms', '1.5s'],
  ['61s', '1m1s'],
  ['24h', '24h0m0s'],
  ['9223372036854775807ns', '2562047h47m16.854775807s'],
  ['-9223372036854775808ns', '-2562047h47m16.854775808s'],
])('%s is printed as %s', (text, expected) => {
  expect(parseDuration(text).toString()).toBe(expected);
});

test.each(['', '1', 's', '-', '1d', '1h 30m', '3 days', '1h30', '9223372036854775808ns'])(
  '%j is no duration',
  (text) => {
    expect(() => parseDuration(text)).toThrow(`invalid duration ${JSON.stringify(text)}`);
  },
);

test.each([
  ['1h30m', 5_400_000_000_000n],
  ['3 days', 259_200_000_000_000n],
  ['about 3 days', 259_200_000_000_000n],
  ['2 months 3 days', 259_200_000_000_000n],
  ['-3 days', 259_200_000_000_000n],
  ['5 MINUTES', 300_000_000_000n],
  ['2weeks', 1_209_600_000_000_000n],
  ['1 wk', 604_800_000_000_000n],
  ['1 h 5 x', 3_600_000_000_000n],
  ['3nanos', 3n],
  ['1', undefined],
  ['2 months', undefined],
  ['10 hrs', undefined],
  ['99999999999999999999 s', undefined],
])('the nanoseconds of %j in the format duration', (text, expected) => {
  expect(readFormattedDuration(text)).toBe(expected);
});

it('adds, subtracts and compares', () => {
  const duration = parseDuration('1h30m');
  expect(duration.milliseconds).toBe(5_400_000);
  expect(String(duration.add('45s'))).toBe('1h30m45s');
  expect(String(duration.subtract('2h'))).toBe('-30m0s');
  expect(duration.compare('90m')).toBe(0);
  expect(['1m', '-1h', '1s'].toSorted(compareDurations)).toEqual(['-1h', '1s', '1m']);
  expect(JSON.stringify({ timeout: duration })).toBe('{"timeout":"1h30m0s"}');
});
