import type { MicroTime, Time } from './scalars.ts';

/** A moment as the API server writes it: to the second. */
export function toTime(date: Date): Time {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A moment to the microsecond, of which JavaScript knows the thousands. */
export function toMicroTime(date: Date): MicroTime {
  return date.toISOString().replace(/Z$/, '000Z');
}
