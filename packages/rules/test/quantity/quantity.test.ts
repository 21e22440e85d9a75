import { describe, expect, it, test } from 'vitest';
import { compareQuantities, parseQuantity } from '../../src/quantity/quantity.ts';

/** Texts and their canonical form, as the Go package k8s.io/apimachinery/pkg/api/resource writes it. */
const canonical: readonly (readonly [text: string, canonical: string])[] = [
  ['0', '0'],
  ['1', '1'],
  ['-1', '-1'],
  ['+5', '5'],
  ['1.5', '1500m'],
  ['0.5', '500m'],
  ['1.500', '1500m'],
  ['.5', '500m'],
  ['5.', '5'],
  ['1.', '1'],
  ['.', '0'],
  ['Ki', '0'],
  ['m', '0'],
  ['+', '0'],
  ['-', '0'],
  ['1k', '1k'],
  ['1Ki', '1Ki'],
  ['1000', '1k'],
  ['1024', '1024'],
  ['1536Mi', '1536Mi'],
  ['1.5Gi', '1536Mi'],
  ['0.5Ki', '512'],
  ['0.1Ki', '102400m'],
  ['1.1Ki', '1126400m'],
  ['100m', '100m'],
  ['1000m', '1'],
  ['1500m', '1500m'],
  ['1n', '1n'],
  ['0.1n', '1n'],
  ['0.5n', '1n'],
  ['1.5n', '2n'],
  ['-0.1n', '-1n'],
  ['1u', '1u'],
  ['1e3', '1e3'],
  ['12e6', '12e6'],
  ['1e2', '100'],
  ['1E3', '1e3'],
  ['1E', '1E'],
  ['1e-3', '1e-3'],
  ['1e-12', '1e-9'],
  ['1e+3', '1e3'],
  ['1.5e3', '1500'],
  ['2e0', '2'],
  ['1E6', '1e6'],
  ['100E', '100E'],
  ['1e21', '1e21'],
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775808', '9223372036854775808'],
  ['8Ei', '9223372036854775807'],
  ['7Ei', '7Ei'],
  ['16Ei', '9223372036854775807'],
  ['-16Ei', '-9223372036854775807'],
  ['1000Ki', '1000Ki'],
  ['1024Ki', '1Mi'],
  ['1048576', '1048576'],
  ['1023Ki', '1023Ki'],
  ['0Ki', '0'],
  ['0.0', '0'],
  ['-0', '0'],
  ['00', '0'],
  ['007', '7'],
  ['3T', '3T'],
  ['3000G', '3T'],
  ['123456789.123456789', '123456789123456789n'],
  ['0.000000001', '1n'],
  ['0.0000000001', '1n'],
  ['1024m', '1024m'],
  ['2048m', '2048m'],
  ['1.5m', '1500u'],
  ['999999999999999999999', '999999999999999999999'],
  ['500Mi', '500Mi'],
  ['0.5Mi', '512Ki'],
  ['0.3Gi', '322122547200m'],
  ['1e100', '10e99'],
];

/** Texts that are no quantities, by the message of the Go package. */
const invalid: Readonly<Record<string, readonly string[]>> = {
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'": [
    '',
    '1e3.5',
    '1 Gi',
    '1gi',
    '1KB',
    'abc',
    '1.2.3',
    '0x10',
    '1_000',
  ],
  "unable to parse quantity's suffix": ['1e', '1K', '--1'],
};

test.each(canonical)('the canonical form of %j is %j', (text, expected) => {
  expect(parseQuantity(text).toString()).toBe(expected);
  expect(parseQuantity(expected).compare(text)).toBe(0);
});

describe.each(Object.entries(invalid))('%s', (message, texts) => {
  it.each(texts)('%j', (text) => expect(() => parseQuantity(text)).toThrow(message));
});

it('reads numbers, which the API server stores for quantities without a suffix', () => {
  expect(String(parseQuantity(4))).toBe('4');
  expect(String(parseQuantity(0.1))).toBe('100m');
  expect(() => parseQuantity(Number.NaN)).toThrow('quantities must match');
});

it('is exact', () => {
  const sum = parseQuantity('0.1').add('0.2');
  expect(sum.compare('0.3')).toBe(0);
  expect(sum.toNumber()).toBe(0.3);
});

it.each([
  ['1Gi', '1G', '2073741824', '73741824'],
  ['1G', '1Gi', '2073741824', '-73741824'],
  ['0', '1Gi', '1Gi', '-1Gi'],
  ['512Mi', '512Mi', '1Gi', '0'],
  ['500m', '0.5', '1', '0'],
  ['1e3', '1k', '2e3', '0'],
])('%s and %s have the sum %s and the difference %s', (a, b, sum, difference) => {
  expect(String(parseQuantity(a).add(b))).toBe(sum);
  expect(String(parseQuantity(a).subtract(b))).toBe(difference);
});

it('is written to JSON in its canonical form', () => {
  expect(JSON.stringify({ memory: parseQuantity('1.5Gi') })).toBe('{"memory":"1536Mi"}');
});

it('sorts', () => {
  expect(['1Gi', 3, '1G', '-1', '500m'].toSorted(compareQuantities)).toEqual(['-1', '500m', 3, '1G', '1Gi']);
});
