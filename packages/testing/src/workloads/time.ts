import type { Clock } from '@opgen/runtime';

/** The time of a clock as objects contain it. */
export function timestamp(clock: Clock): string {
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds until a number of seconds have passed since a timestamp; 0 or less if they have. */
export function untilSecondsAfter(clock: Clock, since: string | undefined, seconds: number): number {
  const from = since === undefined ? Number.NaN : Date.parse(since);
  return Number.isNaN(from) ? Infinity : from + seconds * 1000 - clock.now();
}
