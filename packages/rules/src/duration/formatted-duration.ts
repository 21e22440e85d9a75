import { readDuration } from './duration.ts';

const second = 1_000_000_000n;

/** A unit has the names in its list, and every name that begins with the last of them. */
const units: readonly (readonly [names: readonly string[], nanoseconds: bigint])[] = [
  [['ns', 'nano'], 1n],
  [['us', 'µs', 'micro'], 1_000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], second],
  [['m', 'min'], 60n * second],
  [['h', 'hr', 'hour'], 3600n * second],
  [['d', 'day'], 86_400n * second],
  [['w', 'wk', 'week'], 604_800n * second],
];

/**
 * The nanoseconds of a text with the OpenAPI format `duration`: Go's syntax, or numbers with names of units, such as
 * `3 days`. Undefined if the text contains no duration. Like the API server, ignores any other words.
 */
export function readFormattedDuration(text: string): bigint | undefined {
  const plain = readDuration(text);
  if (plain !== undefined) return plain;
  const parts = [...text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)].map(([, count = '', name = '']) => ({
    count: BigInt(count),
    unit: units.find(([names]) => isOneOf(names, name.toLowerCase()))?.[1],
  }));
  if (parts.some(({ count }) => BigInt.asIntN(64, count) !== count)) return undefined;
  const known = parts.flatMap(({ count, unit }) => (unit === undefined ? [] : [count * unit]));
  if (known.length === 0) return undefined;
  return known.reduce((sum, value) => BigInt.asIntN(64, sum + value), 0n);
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name) || name.startsWith(names.at(-1) ?? '');
}
