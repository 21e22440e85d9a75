import { formatSeconds } from '../values/format-seconds.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { fixed } from '../values/fixed.ts';
import { formatDouble } from '../values/numbers.ts';
import { formatTimestamp } from '../values/timestamps.ts';
import { Duration } from '../../duration/duration.ts';
import {
  type List,
  type Mapping,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
  isList,
  isMapping,
  typeNameOf,
} from '../values/value.ts';
import { type Clause, clausesOf, unfit } from './format-clause.ts';

/** text.format(args) */
export function formatText(text: string, args: readonly Value[]): string {
  let next = 0;
  return clausesOf(text)
    .map((part) => {
      if (typeof part === 'string') return part;
      if (next >= args.length) throw new EvaluationError(`index ${next} out of range`);
      if (part instanceof EvaluationError) throw part;
      return format(part, args[next++]!);
    })
    .join('');
}

function format(clause: Clause, value: Value): string {
  const formatted = formats[clause.letter]!(value, clause.precision);
  if (formatted === undefined) throw new EvaluationError(unfit(clause.letter, typeNameOf(value)));
  return formatted;
}

type Format = (value: Value, precision: number) => string | undefined;

const inRadix =
  (radix: number): Format =>
  (value) =>
    typeof value === 'bigint'
      ? value.toString(radix)
      : value instanceof Uint
        ? value.value.toString(radix)
        : undefined;

const hexadecimal: Format = (value) => {
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : inRadix(16)(value, 0);
};

const formats: Readonly<Record<string, Format>> = {
  s: (value) => shown(value),
  d: inRadix(10),
  f: (value, precision) => numeric(value, (number) => grouped(fixed(number, precision))),
  e: (value, precision) => numeric(value, (number) => scientific(number, precision)),
  b: (value) => (typeof value === 'boolean' ? String(Number(value)) : inRadix(2)(value, 0)),
  x: hexadecimal,
  X: (value, precision) => hexadecimal(value, precision)?.toUpperCase(),
  o: inRadix(8),
};

const infinities: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity, '-Infinity': -Infinity };

function numeric(value: Value, write: (number: number) => string): string | undefined {
  const number = typeof value === 'string' ? infinities[value] : value;
  if (typeof number !== 'number') return undefined;
  if (Number.isNaN(number)) return 'NaN';
  return Number.isFinite(number) ? write(number) : number > 0 ? '∞' : '-∞';
}

/** Separates thousands with commas. */
function grouped(number: string): string {
  const [whole = '', fraction] = number.split('.');
  const separated = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}

/** Scientific notation as the API server prints it: 1.5 × 10⁰³ */
function scientific(number: number, precision: number): string {
  const [digits = '', exponent = ''] = number.toExponential(precision).split('e');
  const power = `${exponent.startsWith('-') ? '⁻' : ''}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`;
  return `${digits}\u202f×\u202f10${power.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!)}`;
}

/** %s */
function shown(value: Value): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatDouble(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatSeconds(value.nanoseconds);
  if (value instanceof TypeValue) return value.name;
  if (isList(value)) return shownList(value);
  return isMapping(value) ? shownMap(value) : undefined;
}

function shownList(list: List): string {
  return `[${[...list].map(literal).join(', ')}]`;
}

function shownMap(map: Mapping): string {
  const entries = [...map.keys()].map((key) => [literal(key), literal(map.find(key)!)] as const);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

/** An element of a list or map, as a CEL literal. */
function literal(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `b${JSON.stringify(Buffer.from(value).toString())}`;
  if (value instanceof Timestamp) return `timestamp(${JSON.stringify(formatTimestamp(value))})`;
  if (value instanceof Duration) return `duration(${JSON.stringify(formatSeconds(value.nanoseconds))})`;
  if (typeof value === 'number')
    return Number.isFinite(value) ? fixed(value, 6) : JSON.stringify(formatDouble(value));
  const text = shown(value);
  if (text === undefined) throw new EvaluationError(`no formatting function for ${typeNameOf(value)}`);
  return text;
}
