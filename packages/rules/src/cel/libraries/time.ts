import { type Library, method } from '../functions/overload.ts';
import { durationType, intType, stringType, timestampType } from '../types/type.ts';
import { type Calendar, calendar } from '../values/timestamps.ts';
import type { Duration } from '../../duration/duration.ts';
import type { Timestamp } from '../values/value.ts';

/** Accessors of timestamps and durations. */
export const time: Library = {
  getFullYear: ofTimestamp('year', ({ year }) => year),
  getMonth: ofTimestamp('month', ({ month }) => month),
  getDayOfYear: ofTimestamp('day_of_year', ({ dayOfYear }) => dayOfYear),
  getDayOfMonth: ofTimestamp('day_of_month', ({ date }) => date - 1),
  getDate: ofTimestamp('day_of_month_1_based', ({ date }) => date),
  getDayOfWeek: ofTimestamp('day_of_week', ({ dayOfWeek }) => dayOfWeek),
  getHours: [...ofTimestamp('hours', ({ hours }) => hours), ofDuration('hours', 3_600_000_000_000n)],
  getMinutes: [...ofTimestamp('minutes', ({ minutes }) => minutes), ofDuration('minutes', 60_000_000_000n)],
  getSeconds: [...ofTimestamp('seconds', ({ seconds }) => seconds), ofDuration('seconds', 1_000_000_000n)],
  getMilliseconds: [
    ...ofTimestamp('milliseconds', ({ milliseconds }) => milliseconds),
    ofDuration('milliseconds', 1_000_000n),
  ],
};

function ofTimestamp(name: string, part: (calendar: Calendar) => number): Library[string] {
  return [
    method(`timestamp_to_${name}`, [timestampType], intType, (value: Timestamp) =>
      BigInt(part(calendar(value))),
    ),
    method(
      `timestamp_to_${name}_with_tz`,
      [timestampType, stringType],
      intType,
      (value: Timestamp, zone: string) => BigInt(part(calendar(value, zone))),
    ),
  ];
}

function ofDuration(name: string, unit: bigint): Library[string][number] {
  return method(
    `duration_to_${name}`,
    [durationType],
    intType,
    (value: Duration) => value.nanoseconds / unit,
  );
}
