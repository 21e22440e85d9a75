import { type CronFields, isDayOf, parseCron } from './cron.ts';
import { WallClock } from './wall-clock.ts';

/** Where on earth a schedule is meant. */
export interface ScheduleOptions {
  /** A name such as `Europe/Berlin`. Default: `UTC`, the same on every node. */
  timeZone?: string;
}

/** Leap days are eight years apart at most. */
const longestSearchDays = 366 * 8 + 1;

/**
 * Moments that come again and again, written as in a CronJob: `30 2 * * mon-fri`, `@hourly`.
 *
 * A time of day that the clocks skip when they are put forward is skipped; one that they show twice is due twice.
 */
export class Schedule {
  readonly #fields: CronFields;
  readonly #clock: WallClock;
  readonly #hours: readonly number[];
  readonly #minutes: readonly number[];

  /** Throws, with what is wrong, when the text is no schedule or the time zone is unknown. */
  constructor(cron: string, { timeZone = 'UTC' }: ScheduleOptions = {}) {
    this.#fields = parseCron(cron);
    this.#clock = clockOf(timeZone);
    this.#hours = [...this.#fields.hours].toSorted((a, b) => a - b);
    this.#minutes = [...this.#fields.minutes].toSorted((a, b) => a - b);
  }

  /** The first time that is due later than this one; undefined for a day that never comes, as `0 0 30 2 *`. */
  next(after: Date): Date | undefined {
    const start = this.#clock.at(after.getTime());
    for (let days = 0; days < longestSearchDays; days += 1) {
      const date = new Date(Date.UTC(start.year, start.month - 1, start.day + days));
      const found = this.#firstOn(date, after.getTime());
      if (found !== undefined) return new Date(found);
    }
    return undefined;
  }

  /** The first moment of a day that is later than another. */
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
