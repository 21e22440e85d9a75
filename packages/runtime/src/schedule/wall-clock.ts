export interface CalendarDay {
  readonly year: number;
  /** January is 1. */
  readonly month: number;
  readonly day: number;
}

/** A local date and time. */
export interface WallTime extends CalendarDay {
  readonly hour: number;
  readonly minute: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Converts between timestamps and the local time of one time zone. Throws if the time zone is unknown. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  }

  /** The local time at a moment, which is in milliseconds since 1970. */
  at(moment: number): WallTime {
    const parts = this.#format.formatToParts(moment);
    const get = (type: Intl.DateTimeFormatPartTypes): number =>
      Number(parts.find((part) => part.type === type)?.value);
    return {
      year: get('year'),
      month: get('month'),
      day: get('day'),
      hour: get('hour'),
      minute: get('minute'),
    };
  }

  /**
   * Returns a function that maps a local time of the day to its moments, in order: usually one, none if clocks skip
   * it when they go forward, and two if they repeat it when they go back.
   */
  on(date: CalendarDay): (hour: number, minute: number) => number[] {
    const midnight = asIfUtc({ ...date, hour: 0, minute: 0 });
    // A time zone changes its offset at most once within these three days.
    const [offset, ...others] = new Set([midnight - day, midnight + 2 * day].map((at) => this.#offset(at)));
    return (hour, minutes) => {
      const shown = asIfUtc({ ...date, hour, minute: minutes });
      if (others.length === 0) return [shown - (offset ?? 0)];
      return [offset ?? 0, ...others]
        .map((candidate) => shown - candidate)
        .filter((moment) => asIfUtc(this.at(moment)) === shown)
        .toSorted((a, b) => a - b);
    };
  }

  #offset(moment: number): number {
    const whole = Math.floor(moment / minute) * minute;
    return asIfUtc(this.at(whole)) - whole;
  }
}

function asIfUtc({ year, month, day: date, hour, minute: minutes }: WallTime): number {
  return Date.UTC(year, month - 1, date, hour, minutes);
}
