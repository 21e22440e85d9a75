import { parseDuration } from './durations.ts';

const second = 1_000_000_000n;

const units: readonly (readonly [name: RegExp, nanoseconds: bigint])[] = [
  [/^(?:ns|nano|nanosecs?|nanoseconds?|nanos)$/, 1n],
  [/^(?:us|µs|micro|micros|microsecs?|microseconds?)$/, 1_000n],
  [/^(?:ms|milli|millis|millisecs?|milliseconds?)$/, 1_000_000n],
  [/^(?:s|secs?|seconds?)$/, second],
  [/^(?:m|mins?|minutes?)$/, 60n * second],
  [/^(?:h|hrs?|hours?)$/, 3600n * second],
  [/^(?:d|days?)$/, 86_400n * second],
  [/^(?:w|wks?|weeks?)$/, 604_800n * second],
];

/** Parses the OpenAPI format `duration`: Go's syntax, or numbers with names of units, such as `3 days`. */
export function parseFormattedDuration(text: string): bigint | undefined {
  const plain = parseDuration(text);
  if (plain !== undefined) return plain;
  const parts = [...text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)];
  if (parts.length === 0) return undefined;
  let total = 0n;
  for (const [, count = '', name = ''] of parts) {
    const unit = units.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
    if (unit === undefined) return undefined;
    total += BigInt(count) * unit;
  }
  return total;
}
