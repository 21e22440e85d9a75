import { EvaluationError } from './evaluation-error.ts';
import type { Timestamp } from './value.ts';

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Parses an RFC 3339 time to nanoseconds since 1970; undefined if the text is invalid. */
export function parseTimestamp(text: string): bigint | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const real =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  const [, , , , , , , fraction = '', sign, zoneHours, zoneMinutes] = match;
  if (!real || Number(zoneHours ?? 0) > 24 || Number(zoneMinutes ?? 0) > 60) return undefined;
  const offset = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === '-' ? -1 : 1);
  const nanoseconds = BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  return BigInt(date.getTime() - offset * 60_000) * 1_000_000n + nanoseconds;
}

export function formatTimestamp({ nanoseconds }: Timestamp): string {
  const fraction = modulo(nanoseconds, 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '');
  const seconds = dateOf(nanoseconds)
    .toISOString()
    .replace(/\.\d+Z$/, '');
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** The calendar fields of a time in a time zone: an IANA name or an offset such as -05:30. */
export function calendar({ nanoseconds }: Timestamp, zone = 'UTC'): Calendar {
  const utc = dateOf(nanoseconds);
  const local = new Date(utc.getTime() + offsetOf(utc, zone));
  const newYear = new Date(local);
  newYear.setUTCMonth(0, 1);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    date: local.getUTCDate(),
    dayOfWeek: local.getUTCDay(),
    dayOfYear: Math.round((local.getTime() - newYear.getTime()) / 86_400_000),
    hours: local.getUTCHours(),
    minutes: local.getUTCMinutes(),
    seconds: local.getUTCSeconds(),
    milliseconds: local.getUTCMilliseconds(),
  };
}

export interface Calendar {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  /** From 1. */
  readonly date: number;
  /** From 0, Sunday. */
  readonly dayOfWeek: number;
  /** From 0. */
  readonly dayOfYear: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly milliseconds: number;
}

/** Milliseconds east of UTC. */
function offsetOf(utc: Date, zone: string): number {
  if (zone === '' || zone === 'UTC') return 0;
  const offset = /^([+-]?)(\d+):(\d+)$/.exec(zone);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return (offset[1] === '-' ? -minutes : minutes) * 60_000;
  }
  const parts = zoneFormat(zone).formatToParts(utc);
  const part = (type: string): number => Number(parts.find((found) => found.type === type)!.value);
  const local = new Date(0);
  local.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  local.setUTCHours(part('hour'), part('minute'), part('second'));
  return local.getTime() - Math.floor(utc.getTime() / 1000) * 1000;
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new EvaluationError(`unknown time zone ${zone}`);
  }
}

function dateOf(nanoseconds: bigint): Date {
  return new Date(Number((nanoseconds - modulo(nanoseconds, 1_000_000n)) / 1_000_000n));
}

function modulo(value: bigint, divisor: bigint): bigint {
  return ((value % divisor) + divisor) % divisor;
}
