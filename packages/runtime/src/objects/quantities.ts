import * as durations from '@opgen/rules/duration';
import * as quantities from '@opgen/rules/quantity';
import type { Duration, Quantity } from './scalars.ts';

/** An exact amount with `add`, `subtract`, `compare`, `toNumber` and `toString`. Immutable. */
export type ParsedQuantity = quantities.Quantity;

/** A length of time with `add`, `subtract`, `compare`, `milliseconds` and `toString`. Immutable. */
export type ParsedDuration = durations.Duration;

/** Parses a quantity, such as `500m`, `2Gi` or 4. Throws if the value is not a quantity. */
export function parseQuantity(value: Quantity): ParsedQuantity {
  return quantities.parseQuantity(value);
}

/** Orders quantities from the least to the greatest, for `toSorted`. */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return quantities.compareQuantities(a, b);
}

/** Parses a duration in Go's syntax, such as `1h30m`. Throws if the text is not a duration. */
export function parseDuration(text: Duration): ParsedDuration {
  return durations.parseDuration(text);
}

/** Orders durations from the shortest to the longest, for `toSorted`. */
export function compareDurations(a: Duration, b: Duration): -1 | 0 | 1 {
  return durations.compareDurations(a, b);
}
