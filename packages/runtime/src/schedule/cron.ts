/** The local times at which a schedule is due. */
export interface CronFields {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly daysOfMonth: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** Sunday is 0. */
  readonly daysOfWeek: ReadonlySet<number>;
  /** Whether a day must match both day fields, because one of them is `*`; otherwise one match is enough. */
  readonly bothDays: boolean;
}

interface Field {
  name: string;
  from: number;
  to: number;
  /** Names for the numbers, starting at `from`. */
  words?: readonly string[];
}

const minute: Field = { name: 'minute', from: 0, to: 59 };
const hour: Field = { name: 'hour', from: 0, to: 23 };
const dayOfMonth: Field = { name: 'day of month', from: 1, to: 31 };
const month: Field = {
  name: 'month',
  from: 1,
  to: 12,
  words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const dayOfWeek: Field = {
  name: 'day of week',
  from: 0,
  to: 6,
  words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
};

const shorthands: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/**
 * Parses five fields, or a shorthand such as `@daily`, as a CronJob does: lists, ranges, steps, names of months and
 * days, and `?` for `*`. Throws an error that names the invalid field.
 */
export function parseCron(text: string): CronFields {
  const fields = (shorthands[text.trim()] ?? text).trim().split(/\s+/);
  if (fields.length !== 5) {
    throw new Error(
      `invalid schedule ${JSON.stringify(text)}: expected minute, hour, day of month, month and day of week, ` +
        'such as "30 2 * * mon-fri"',
    );
  }
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = fields;
  return {
    minutes: valuesOf(minutes, minute, text),
    hours: valuesOf(hours, hour, text),
    daysOfMonth: valuesOf(days, dayOfMonth, text),
    months: valuesOf(months, month, text),
    daysOfWeek: valuesOf(weekdays, dayOfWeek, text),
    bothDays: isOpen(days) || isOpen(weekdays),
  };
}

/** Whether the schedule is due on a day. */
export function isDayOf(fields: CronFields, date: { month: number; day: number; weekday: number }): boolean {
  if (!fields.months.has(date.month)) return false;
  const byMonth = fields.daysOfMonth.has(date.day);
  const byWeek = fields.daysOfWeek.has(date.weekday);
  return fields.bothDays ? byMonth && byWeek : byMonth || byWeek;
}

function isOpen(field: string): boolean {
  return field.startsWith('*') || field.startsWith('?');
}

function valuesOf(text: string, field: Field, schedule: string): Set<number> {
  return new Set(text.split(',').flatMap((part) => rangeOf(part, field, schedule)));
}

function rangeOf(part: string, field: Field, schedule: string): number[] {
  const [range = '', step = '1', ...rest] = part.split('/');
  const [first = '', last, ...more] = range.split('-');
  const fail = (why: string): never => {
    throw new Error(`invalid schedule ${JSON.stringify(schedule)}: ${field.name} ${part} ${why}`);
  };
  if (rest.length > 0 || more.length > 0)
    fail('is malformed: expected a value, a range or a step, such as 5, 1-5 or */10');
  const open = range === '*' || range === '?';
  const from = open ? field.from : numberOf(first, field, fail);
  // `5/10` continues to the maximum of the field; `5` is a single value.
  const endless = open || (last === undefined && part.includes('/'));
  const to = endless ? field.to : last === undefined ? from : numberOf(last, field, fail);
  const by = /^\d+$/.test(step) ? Number(step) : 0;
  if (by === 0) fail('has an invalid step: expected an integer of at least 1');
  if (from < field.from || to > field.to) fail(`is out of range: expected ${field.from} to ${field.to}`);
  if (from > to) fail('is an invalid range: the end is before the start');
  const values: number[] = [];
  for (let value = from; value <= to; value += by) values.push(value);
  return values;
}

function numberOf(text: string, { words = [], from }: Field, fail: (why: string) => never): number {
  if (/^\d+$/.test(text)) return Number(text);
  const index = words.indexOf(text.toLowerCase());
  return index === -1 ? fail('is not a number') : index + from;
}
