import { goQuote } from '../go-text.ts';
import { readDuration } from '../duration/duration.ts';
import { timeZoneProblem } from './time-zones.ts';

interface Field {
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minute, hour, day of month, month and day of week. */
const fields: readonly Field[] = [
  { from: 0, to: 59, words: [] },
  { from: 0, to: 23, words: [] },
  { from: 1, to: 31, words: [] },
  { from: 1, to: 12, words: months },
  { from: 0, to: 6, words: weekdays },
];

const descriptors = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const every = '@every ';

/** Why a schedule of a CronJob is invalid, in the words of the server's parser; undefined if it is valid. */
export function scheduleProblem(schedule: string): string | undefined {
  const zoned = /^(?:TZ|CRON_TZ)=(?<zone>[^ ]*) ?(?<rest>.*)$/s.exec(schedule)?.groups;
  if (zoned !== undefined) {
    const problem = timeZoneProblem(zoned['zone'] ?? '');
    if (problem !== undefined) return `provided bad location ${zoned['zone']}: ${problem}`;
  }
  const text = (zoned?.['rest'] ?? schedule).trim();
  if (text.startsWith('@')) return descriptorProblem(text);
  const parts = text.split(/\s+/).filter((part) => part !== '');
  if (parts.length !== fields.length)
    return `expected exactly ${fields.length} fields, found ${parts.length}: [${parts.join(' ')}]`;
  return firstProblem(fields, (field, i) =>
    firstProblem((parts[i] ?? '').split(','), (part) => rangeProblem(part, field)),
  );
}

function firstProblem<T>(
  items: readonly T[],
  problemOf: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function descriptorProblem(text: string): string | undefined {
  if (descriptors.includes(text)) return undefined;
  if (!text.startsWith(every)) return `unrecognized descriptor: ${text}`;
  const duration = text.slice(every.length);
  if (readDuration(duration) !== undefined) return undefined;
  return `failed to parse duration ${text}: time: invalid duration ${goQuote(duration)}`;
}

/** A value, a range or a step: `5`, `1-5`, `*`, `5/10`, `1-30/5`. */
function rangeProblem(part: string, field: Field): string | undefined {
  const [range = '', step, ...moreSteps] = part.split('/');
  const [first = '', last, ...moreEnds] = range.split('-');
  const isOpen = first === '*' || first === '?';
  if (!isOpen) {
    const problem = numberProblem(first, field);
    if (problem !== undefined) return problem;
    if (moreEnds.length > 0) return `too many hyphens: ${part}`;
    const endProblem = last === undefined ? undefined : numberProblem(last, field);
    if (endProblem !== undefined) return endProblem;
  }
  if (moreSteps.length > 0) return `too many slashes: ${part}`;
  const stepProblem = step === undefined ? undefined : numberProblem(step, { ...field, words: [] });
  if (stepProblem !== undefined) return stepProblem;
  const from = isOpen ? field.from : numberIn(first, field);
  const isEndless = isOpen || (last === undefined && step !== undefined);
  const to = isEndless ? field.to : last === undefined ? from : numberIn(last, field);
  if (from < field.from) return `beginning of range (${from}) below minimum (${field.from}): ${part}`;
  if (to > field.to) return `end of range (${to}) above maximum (${field.to}): ${part}`;
  if (from > to) return `beginning of range (${from}) beyond end of range (${to}): ${part}`;
  return step !== undefined && Number(step) === 0
    ? `step of range should be a positive number: ${part}`
    : undefined;
}

function numberProblem(text: string, { words }: Field): string | undefined {
  if (words.includes(text.toLowerCase()) || /^\+?\d+$/.test(text)) return undefined;
  if (/^-\d+$/.test(text)) return `negative number (${text}) not allowed: ${text}`;
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`;
}

function numberIn(text: string, { words, from }: Field): number {
  const index = words.indexOf(text.toLowerCase());
  return index === -1 ? Number(text) : index + from;
}
