import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Schedule } from '../../src/schedule/schedule.ts';

function next(cron: string, after: string, timeZone?: string): string | undefined {
  return new Schedule(cron, timeZone === undefined ? {} : { timeZone }).next(new Date(after))?.toISOString();
}

describe('the next time', () => {
  it.each([
    ['every minute', '* * * * *', '2026-03-01T12:00:30Z', '2026-03-01T12:01:00.000Z'],
    [
      'is later, even if the schedule is due right now',
      '0 12 * * *',
      '2026-03-01T12:00:00Z',
      '2026-03-02T12:00:00.000Z',
    ],
    ['every quarter of an hour', '*/15 * * * *', '2026-03-01T23:50:00Z', '2026-03-02T00:00:00.000Z'],
    ['in steps from a given minute', '5/20 * * * *', '2026-03-01T10:30:00Z', '2026-03-01T10:45:00.000Z'],
    ['on workdays', '30 2 * * mon-fri', '2026-03-06T03:00:00Z', '2026-03-09T02:30:00.000Z'],
    ['on a list of days', '0 0 1,15 * ?', '2026-03-02T00:00:00Z', '2026-03-15T00:00:00.000Z'],
    ['on the 13th or a Friday', '0 0 13 * 5', '2026-03-01T00:00:00Z', '2026-03-06T00:00:00.000Z'],
    [
      'on the 13th, if the other field is open in steps',
      '0 0 13 * */2',
      '2026-03-01T00:00:00Z',
      '2026-06-13T00:00:00.000Z',
    ],
    ['in a named month', '0 0 1 FEB *', '2026-03-01T00:00:00Z', '2027-02-01T00:00:00.000Z'],
    ['on a leap day', '0 0 29 2 *', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00.000Z'],
    ['by a shorthand', '@weekly', '2026-03-02T00:00:00Z', '2026-03-08T00:00:00.000Z'],
  ])('%s', (_, cron, after, expected) => {
    expect(next(cron, after)).toBe(expected);
  });

  it('does not exist for the 30th of February', () => {
    expect(next('0 0 30 2 *', '2026-01-01T00:00:00Z')).toBeUndefined();
  });
});

describe('in a time zone', () => {
  it.each([
    ['uses the local time', '0 9 * * *', 'Europe/Berlin', '2026-01-10T00:00:00Z', '2026-01-10T08:00:00.000Z'],
    [
      'follows daylight saving time',
      '0 9 * * *',
      'Europe/Berlin',
      '2026-07-10T00:00:00Z',
      '2026-07-10T07:00:00.000Z',
    ],
    [
      'moves a skipped time to the next day',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-29T00:00:00Z',
      '2026-03-30T00:30:00.000Z',
    ],
    [
      'is due at the first occurrence of a repeated time',
      '30 1 * * *',
      'America/New_York',
      '2012-11-04T04:00:00Z',
      '2012-11-04T05:30:00.000Z',
    ],
    [
      'is due at the second occurrence of a repeated time',
      '30 1 * * *',
      'America/New_York',
      '2012-11-04T05:30:00Z',
      '2012-11-04T06:30:00.000Z',
    ],
    [
      'supports a clock change of half an hour',
      '45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T14:46:00Z',
      '2026-04-04T15:15:00.000Z',
    ],
    [
      'supports a zone where the date differs from UTC',
      '0 0 1 * *',
      'Asia/Tokyo',
      '2026-02-27T00:00:00Z',
      '2026-02-28T15:00:00.000Z',
    ],
  ])('%s', (_, cron, timeZone, after, expected) => {
    expect(next(cron, after, timeZone)).toBe(expected);
  });

  it('rejects an unknown time zone', () => {
    expect(() => new Schedule('@daily', { timeZone: 'Mars/Olympus' })).toThrow(
      'unknown time zone Mars/Olympus',
    );
  });
});

describe('rejects the invalid schedule', () => {
  it.each([
    ['', 'expected minute, hour'],
    ['* * * *', 'expected minute, hour'],
    ['@reboot', 'expected minute, hour'],
    ['60 * * * *', 'minute 60 is out of range: expected 0 to 59'],
    ['* 5-2 * * *', 'hour 5-2 is an invalid range: the end is before the start'],
    ['* * 0 * *', 'day of month 0 is out of range: expected 1 to 31'],
    ['* * * foo *', 'month foo is not a number'],
    ['*/0 * * * *', 'minute */0 has an invalid step: expected an integer of at least 1'],
    ['1-2-3 * * * *', 'minute 1-2-3 is malformed: expected a value, a range or a step'],
    ['* * * * 7', 'day of week 7 is out of range: expected 0 to 6'],
  ])('%j', (cron, message) => {
    expect(() => new Schedule(cron)).toThrow(message);
  });
});

/** A random value for one field of a schedule. */
function part(from: number, to: number): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constant('*'),
    fc.integer({ min: from, max: to }).map(String),
    fc.integer({ min: 2, max: 9 }).map((step) => `*/${step}`),
  );
}

it('for any schedule, nothing is due between a moment and the next time', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  );
  const days = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) });
  fc.assert(
    fc.property(part(0, 59), part(0, 23), zones, days, (minutes, hours, timeZone, at) => {
      const schedule = new Schedule(`${minutes} ${hours} * * *`, { timeZone });
      const found = schedule.next(new Date(at))?.getTime() ?? Number.NaN;
      expect(found).toBeGreaterThan(at);
      const firstMinute = Math.ceil((at + 1) / 60_000) * 60_000;
      const limit = Math.min(found, firstMinute + 3 * 3_600_000);
      for (let moment = firstMinute; moment < limit; moment += 60_000) {
        expect(isShown(moment, minutes, hours, timeZone)).toBe(false);
      }
      expect(isShown(found, minutes, hours, timeZone)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

/** Reads the clock at one moment, minute and hour separately. */
function isShown(moment: number, minutes: string, hours: string, timeZone: string): boolean {
  const options = { timeZone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' } as const;
  const [hour = '', minute = ''] = new Intl.DateTimeFormat('en-GB', options).format(moment).split(':');
  return fits(minutes, Number(minute)) && fits(hours, Number(hour));
}

function fits(field: string, value: number): boolean {
  if (field === '*') return true;
  return field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : value === Number(field);
}
