import type { MicroTime, Time } from './scalars.ts';

/** Formats a time as the API server does, with a precision of one second. */
export function toTime(date: Date): Time {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Formats a time with microseconds, of which JavaScript provides only the milliseconds. */
export function toMicroTime(date: Date): MicroTime {
  return date.toISOString().replace(/Z$/, '000Z');
}
