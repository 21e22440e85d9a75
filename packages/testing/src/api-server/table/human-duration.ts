const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** A duration as kubectl prints it: two units if both are useful, otherwise one. */
export function humanDuration(milliseconds: number): string {
  if (milliseconds <= -2 * second) return '<invalid>';
  if (milliseconds < 0) return '0s';
  if (milliseconds < 2 * minute) return `${count(milliseconds, second)}s`;
  if (milliseconds < 10 * minute) return twoUnits(milliseconds, minute, 'm', second, 's');
  if (milliseconds < 3 * hour) return `${count(milliseconds, minute)}m`;
  if (milliseconds < 8 * hour) return twoUnits(milliseconds, hour, 'h', minute, 'm');
  if (milliseconds < 2 * day) return `${count(milliseconds, hour)}h`;
  if (milliseconds < 8 * day) return twoUnits(milliseconds, day, 'd', hour, 'h');
  if (milliseconds < 2 * year) return `${count(milliseconds, day)}d`;
  if (milliseconds < 8 * year) return twoUnits(milliseconds, year, 'y', day, 'd');
  return `${count(milliseconds, year)}y`;
}

/** The time since a timestamp. */
export function age(time: unknown, now: Date): string {
  if (time === undefined || time === null || time === '') return '<unknown>';
  const then = Date.parse(String(time));
  return Number.isNaN(then) ? '<invalid>' : humanDuration(now.getTime() - then);
}

function count(milliseconds: number, unit: number): number {
  return Math.floor(milliseconds / unit);
}

function twoUnits(milliseconds: number, large: number, largeName: string, small: number, smallName: string) {
  const rest = count(milliseconds % large, small);
  return `${count(milliseconds, large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`;
}
