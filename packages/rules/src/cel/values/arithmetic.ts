import { EvaluationError } from './evaluation-error.ts';
import { Duration } from '../../duration/duration.ts';
import { Timestamp, Uint } from './value.ts';

const earliest = -62_135_596_800n * 1_000_000_000n;
const latest = 253_402_300_799n * 1_000_000_000n + 999_999_999n;

export function int(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new EvaluationError('integer overflow');
  return value;
}

export function uint(value: bigint): Uint {
  if (BigInt.asUintN(64, value) !== value) throw new EvaluationError('unsigned integer overflow');
  return new Uint(value);
}

export function duration(nanoseconds: bigint): Duration {
  if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) throw new EvaluationError('duration overflow');
  return new Duration(nanoseconds);
}

/** Timestamps are limited to the years 1 to 9999. */
export function timestamp(nanoseconds: bigint): Timestamp {
  if (nanoseconds < earliest || nanoseconds > latest) throw new EvaluationError('timestamp overflow');
  return new Timestamp(nanoseconds);
}

export function divide(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) throw new EvaluationError('division by zero');
  return dividend / divisor;
}

export function modulo(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) throw new EvaluationError('modulus by zero');
  return dividend % divisor;
}

/** Truncates a double to an integer. Like cel-go, rejects both ends of the range, where doubles are inexact. */
export function truncate(value: number, kind: 'int' | 'uint'): bigint {
  const inRange = kind === 'int' ? value > -(2 ** 63) && value < 2 ** 63 : value >= 0 && value < 2 ** 64;
  if (!inRange) throw new EvaluationError(kind === 'int' ? 'integer overflow' : 'unsigned integer overflow');
  return BigInt(Math.trunc(value));
}
