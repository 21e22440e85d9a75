import { type CronFields, isDayOf, parseCron } from './cron.ts';
import { WallClock } from './wall-clock.ts';

/** The time zone of a schedule. */
export interface ScheduleOptions {
  /** An IANA name such as `Europe/Berlin`. Default: `UTC`, whatever the time zone of the node. */
  timeZone?: string | undefined;
}

/** Two leap days are at most eight years apart. */
const longestSearchDays = 366 * 8 + 1;

/**
 * A schedule in the syntax of a CronJob: `30 2 * * mon-fri`, `@hourly`.
 *
 * A local time that does not exist when clocks go forward is skipped; one that occurs twice is due twice.
 */
export class Schedule {
  readonly #fields: CronFields;
  readonly #clock: WallClock;
  readonly #hours: readonly number[];
  readonly #minutes: readonly number[];

  /** Throws an error that names the problem if the schedule is invalid or the time zone is unknown. */
  constructor(cron: string, { timeZone = 'UTC' }: ScheduleOptions = {}) {
    this.#fields = parseCron(cron);
    this.#clock = clockOf(timeZone);
    this.#hours = [...this.#fields.hours].toSorted((a, b) => a - b);
    this.#minutes = [...this.#fields.minutes].toSorted((a, b) => a - b);
  }

  /** The first due time after this one; undefined if the date never occurs, as in `0 0 30 2 *`. */
  next(after: Date): Date | undefined {
    const start = this.#clock.at(after.getTime());
    for (let days = 0; days < longestSearchDays; days += 1) {
      const date = new Date(Date.UTC(start.year, start.month - 1, start.day + days));
      const found = this.#firstOn(date, after.getTime());
      if (found !== undefined) return new Date(found);
    }
    return undefined;
  }

  /** The first due time on a day that is later than `after`. */
  #firstOn(date: Date, after: number): number | undefined {
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    if (!isDayOf(this.#fields, { month, day, weekday: date.getUTCDay() })) return undefined;
    const momentsAt = this.#clock.on({ year, month, day });
    let first = Number.POSITIVE_INFINITY;
    for (const hour of this.#hours) {
      for (const minute of this.#minutes) {
        for (const moment of momentsAt(hour, minute)) {
          if (moment > after && moment < first) first = moment;
        }
      }
    }
    return Number.isFinite(first) ? first : undefined;
  }
}

function clockOf(timeZone: string): WallClock {
  try {
    return new WallClock(timeZone);
  } catch (cause) {
    throw new Error(`unknown time zone ${timeZone}: use an IANA name such as Europe/Berlin`, { cause });
  }
}
