import { type Library, method, overload } from '../functions/overload.ts';
import { dynType, intType, listType, stringType } from '../types/type.ts';
import { ArrayList } from '../values/containers.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { type List, type Value } from '../values/value.ts';
import { formatText } from './format-text.ts';

const text = stringType;
const texts = listType(stringType);
const number = intType;

/** The strings extension of CEL in the version that Kubernetes uses. Positions count characters. */
export const strings: Library = {
  charAt: [method('string_char_at_int', [text, number], text, charAt)],
  indexOf: [
    method('string_index_of_string', [text, text], number, (all: string, part: string) =>
      indexOf(all, part, 0n),
    ),
    method('string_index_of_string_int', [text, text, number], number, indexOf),
  ],
  lastIndexOf: [
    method('string_last_index_of_string', [text, text], number, (all: string, part: string) =>
      lastIndexOf(all, part, part === '' ? BigInt([...all].length) : BigInt([...all].length - 1)),
    ),
    method('string_last_index_of_string_int', [text, text, number], number, lastIndexOf),
  ],
  lowerAscii: [
    method('string_lower_ascii', [text], text, (all: string) =>
      all.replaceAll(/[A-Z]/g, (c) => c.toLowerCase()),
    ),
  ],
  upperAscii: [
    method('string_upper_ascii', [text], text, (all: string) =>
      all.replaceAll(/[a-z]/g, (c) => c.toUpperCase()),
    ),
  ],
  replace: [
    method('string_replace_string_string', [text, text, text], text, (all: string, old: string, by: string) =>
      replace(all, old, by, -1n),
    ),
    method('string_replace_string_string_int', [text, text, text, number], text, replace),
  ],
  split: [
    method('string_split_string', [text, text], texts, (all: string, separator: string) =>
      split(all, separator, -1n),
    ),
    method('string_split_string_int', [text, text, number], texts, split),
  ],
  substring: [
    method('string_substring_int', [text, number], text, (all: string, start: bigint) =>
      substring(all, start, BigInt([...all].length)),
    ),
    method('string_substring_int_int', [text, number, number], text, substringBetween),
  ],
  trim: [method('string_trim', [text], text, trimSpace)],
  format: [
    method('string_format', [text, listType(dynType)], text, (all: string, args: List) =>
      formatText(all, [...args]),
    ),
  ],
  'strings.quote': [overload('strings_quote', [text], text, quote)],
  join: [
    method('list_join', [texts], text, (list: List) => join(list, '')),
    method('list_join_string', [texts, text], text, join),
  ],
};

function charAt(all: string, index: bigint): Value {
  const characters = [...all];
  if (index < 0n || index > characters.length) throw outOfRange(index);
  return characters[Number(index)] ?? '';
}

function indexOf(all: string, part: string, offset: bigint): Value {
  if (part === '') return offset;
  if (offset < 0n) throw outOfRange(offset);
  const characters = [...all];
  const sought = [...part];
  for (let at = Number(offset); at <= characters.length - sought.length; at++) {
    if (sought.every((character, index) => characters[at + index] === character)) return BigInt(at);
  }
  return -1n;
}

function lastIndexOf(all: string, part: string, offset: bigint): Value {
  if (part === '') return offset;
  const characters = [...all];
  const sought = [...part];
  if (characters.length < sought.length && characters.length > 0) return -1n;
  if (offset < 0n) {
    if (characters.length === 0) return -1n;
    throw outOfRange(offset);
  }
  if (offset >= characters.length) return -1n;
  for (let at = Math.min(Number(offset), characters.length - sought.length); at >= 0; at--) {
    if (sought.every((character, index) => characters[at + index] === character)) return BigInt(at);
  }
  return -1n;
}

function replace(all: string, old: string, by: string, limit: bigint): Value {
  const most = limit < 0n ? Infinity : Number(limit);
  if (old === '') return replaceNothing(all, by, most);
  const parts = all.split(old);
  const count = Math.min(most, parts.length - 1);
  const [first = '', ...replaced] = parts.slice(0, count + 1);
  const rest = parts.slice(count + 1).map((part) => old + part);
  return [first, ...replaced.map((part) => by + part), ...rest].join('');
}

/** The empty string occurs before every character and at the end. */
function replaceNothing(all: string, by: string, most: number): string {
  const characters = [...all];
  const pieces = characters.map((character, index) => (index < most ? by + character : character));
  return pieces.join('') + (characters.length < most ? by : '');
}

function split(all: string, separator: string, limit: bigint): Value {
  if (limit === 0n) return ArrayList.of([]);
  const parts = separator === '' ? [...all] : all.split(separator);
  if (limit < 0n || parts.length <= limit) return ArrayList.of(parts);
  const count = Number(limit) - 1;
  return ArrayList.of([...parts.slice(0, count), parts.slice(count).join(separator)]);
}

function substringBetween(all: string, start: bigint, end: bigint): Value {
  if (start > end) throw new EvaluationError(`invalid substring range. start: ${start}, end: ${end}`);
  return substring(all, start, end);
}

function substring(all: string, start: bigint, end: bigint): Value {
  const characters = [...all];
  for (const position of [start, end]) {
    if (position < 0n || position > characters.length) throw outOfRange(position);
  }
  return characters.slice(Number(start), Number(end)).join('');
}

function join(list: List, separator: string): Value {
  const parts: string[] = [];
  for (const item of list) {
    if (typeof item !== 'string') throw new EvaluationError(`join: invalid input: ${String(item)}`);
    parts.push(item);
  }
  return parts.join(separator);
}

const escapes: Readonly<Record<string, string>> = {
  '\x07': String.raw`\a`,
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '\v': String.raw`\v`,
  '\\': String.raw`\\`,
  '"': String.raw`\"`,
};

function quote(all: string): Value {
  return `"${[...all].map((character) => escapes[character] ?? character).join('')}"`;
}

function outOfRange(index: bigint): EvaluationError {
  return new EvaluationError(`index out of range: ${index}`);
}

/** White space by Go's unicode.IsSpace, which does not include the byte order mark that JavaScript trims. */
const space = String.raw`[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+`;
const spaceAtEnds = new RegExp(`^${space}|${space}$`, 'gu');

function trimSpace(all: string): string {
  return all.replaceAll(spaceAtEnds, '');
}
