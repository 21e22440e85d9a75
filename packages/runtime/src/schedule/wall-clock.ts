export interface CalendarDay {
  readonly year: number;
  /** January is 1. */
  readonly month: number;
  readonly day: number;
}

/** A moment as a calendar and a clock on the wall show it. */
export interface WallTime extends CalendarDay {
  readonly hour: number;
  readonly minute: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** The clocks of one time zone. Throws when there is no zone of that name. */
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

  /** What the clocks show at a moment, in milliseconds since 1970. */
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
   * For a day, tells the moments at which the clocks show a time of it, in their order: mostly one, none while they
   * are put forward, and two when they are put back.
   */
  on(date: CalendarDay): (hour: number, minute: number) => number[] {
    const midnight = asIfUtc({ ...date, hour: 0, minute: 0 });
    // Zones change their offset at most once within so short a time.
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
