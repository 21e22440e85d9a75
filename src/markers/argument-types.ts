import { parse as parseYaml } from 'yaml';
import type { Json } from '@opgen/rules/json';
import { exactIntegers, roundedInteger } from '../kubernetes/rounded-integer.ts';
import { nearestName } from '../diagnostics.ts';
import { missingArgument, unknownArgument } from './diagnostics.ts';
import { ArgumentError, oneLine, type Lexer } from './lexer.ts';

/** The type of a marker's argument: how to read and write it, and its name in help. */
export interface ArgumentType<T> {
  /** Such as `number` or `list of text`. */
  title: string;
  /** `none`: no argument at all. `named`: `name=value,…`. `value`: one value after `=`. `tag`: a marker after `=`. */
  form: 'none' | 'named' | 'value' | 'tag';
  /** For `named`: the arguments and their types. */
  parameters?: Readonly<Record<string, Parameter<unknown>>>;
  read(lexer: Lexer): T;
  /** The text that reads as this value: the inverse of `read`. */
  write(value: T): string;
}

export interface Parameter<T> {
  type: ArgumentType<T>;
  optional: boolean;
}

export function none(): ArgumentType<true> {
  return { title: 'nothing', form: 'none', read: () => true, write: () => '' };
}

export function text(): ArgumentType<string> {
  return { title: 'text', form: 'value', read: (lexer) => lexer.string(), write: writeText };
}

/** Text such as a regular expression, which is easier to read in quotes, however plain it is. */
export function quotedText(): ArgumentType<string> {
  return { ...text(), write: quote };
}

export function oneOf<const T extends string>(...allowed: readonly T[]): ArgumentType<T> {
  return {
    title: allowed.join(' | '),
    form: 'value',
    read(lexer: Lexer) {
      const start = (lexer.skipBlanks(), lexer.offset);
      const written = lexer.string();
      const value = allowed.find((name) => name === written);
      if (value !== undefined) return value;
      const near = nearestName(written, allowed);
      throw new ArgumentError(`'${written}' is not one of ${allowed.join(', ')}`, {
        offset: start,
        length: lexer.offset - start,
        hint: near && `did you mean '${near}'?`,
      });
    },
    write: writeText,
  };
}

/** One of these words in any case; the value has the case of the declaration. */
export function word<const T extends string>(...allowed: readonly T[]): ArgumentType<T> {
  const exact = oneOf(...allowed);
  return {
    ...exact,
    read(lexer: Lexer) {
      const start = (lexer.skipBlanks(), lexer.offset);
      const written = lexer.string().toLowerCase();
      const value = allowed.find((name) => name.toLowerCase() === written);
      if (value !== undefined) return value;
      lexer.offset = start;
      return exact.read(lexer);
    },
  };
}

export function number(): ArgumentType<number> {
  return {
    title: 'number',
    form: 'value',
    read: (lexer) => readNumber(lexer, /^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/, 'a number'),
    write: String,
  };
}

export function integer(): ArgumentType<number> {
  return {
    title: 'integer',
    form: 'value',
    read: (lexer) => readNumber(lexer, /^-?\d+(?![\d.])/, 'an integer'),
    write: String,
  };
}

/** A count: an integer that is not negative. */
export function count(): ArgumentType<number> {
  return {
    title: 'count',
    form: 'value',
    read: (lexer) => readNumber(lexer, /^\d+(?![\d.])/, 'a count of 0 or more'),
    write: String,
  };
}

export function boolean(): ArgumentType<boolean> {
  return {
    title: 'true | false',
    form: 'value',
    read(lexer: Lexer) {
      const word = lexer.rest().match(/^(true|false)\b/)?.[1];
      if (word === undefined) lexer.fail(`expected true or false${lexer.found()}`);
      lexer.offset += word.length;
      return word === 'true';
    },
    write: String,
  };
}

/** `a;b;c` or `{a,b,c}`. */
export function list<T>(item: ArgumentType<T>): ArgumentType<T[]> {
  return {
    title: `list of ${item.title}`,
    form: 'value',
    read(lexer: Lexer) {
      const items: T[] = [];
      if (lexer.accept('{')) {
        while (!lexer.accept('}')) {
          items.push(item.read(lexer));
          if (lexer.accept(',') && !lexer.atEnd) continue;
          lexer.expectClosing('}', "expected ',' or '}' in the list");
          return items;
        }
        return items;
      }
      while (!lexer.atEnd && !',}'.includes(lexer.peek())) {
        items.push(item.read(lexer));
        if (!lexer.accept(';')) break;
      }
      return items;
    },
    write: (items) => items.map((each) => item.write(each)).join(';'),
  };
}

/** Any value, whose type follows from its form: `3`, `true`, `text`, `{a,b}`, `{key: value}`. */
export function any(): ArgumentType<Json> {
  return { title: 'any value', form: 'value', read: (lexer) => readAny(lexer, true), write: writeAny };
}

/** Any value except a list without braces, such as the item of a list. */
export function scalar(): ArgumentType<Json> {
  return { title: 'any value', form: 'value', read: (lexer) => readAny(lexer, false), write: writeAny };
}

/** JSON, otherwise any value in the grammar of markers. */
export function jsonOrAny(): ArgumentType<Json> {
  return {
    title: 'JSON or any value',
    form: 'value',
    read(lexer: Lexer) {
      const written = lexer.rest();
      const value = parseJson(written);
      if (value === undefined) return readAny(lexer, true);
      for (const { 1: number, index } of written.matchAll(textOrNumber))
        if (number !== undefined) exactNumber(number, lexer.offset + index);
      lexer.offset = lexer.text.length;
      return value;
    },
    write: (value) => JSON.stringify(value),
  };
}

/** A structure: a map in the grammar of markers, or JSON or YAML in quotes or backticks. */
export function structure(): ArgumentType<Json> {
  return {
    title: 'JSON or YAML',
    form: 'value',
    read(lexer: Lexer) {
      if (!'"`'.includes(lexer.peek()) || lexer.atEnd) return readAny(lexer, true);
      const start = lexer.offset;
      const text = lexer.string();
      try {
        return parseYaml(text, { prettyErrors: false }) as Json;
      } catch (error) {
        throw new ArgumentError(`expected JSON or YAML: ${(error as Error).message}`, {
          offset: start,
          length: lexer.offset - start,
        });
      }
    },
    write: (value) => quote(JSON.stringify(value)),
  };
}

/** `key=value`, in quotes if it contains `,`, `;` or `}`. */
export function pair(): ArgumentType<[key: string, value: string]> {
  return {
    title: 'key=value',
    form: 'value',
    read(lexer: Lexer) {
      const start = (lexer.skipBlanks(), lexer.offset);
      const written = lexer.string();
      const sign = written.indexOf('=');
      if (sign > 0) return [written.slice(0, sign).trim(), written.slice(sign + 1).trim()];
      throw new ArgumentError(`'${written}' is not key=value`, {
        offset: start,
        length: lexer.offset - start,
      });
    },
    write: ([key, value]) => writeText(`${key}=${value}`),
  };
}

/** Another marker, which applies to the items of a list or the values of a map. */
export function tag(): ArgumentType<never> {
  return {
    title: 'a marker',
    form: 'tag',
    read: (lexer) => lexer.fail('expected a marker'),
    write: () => '',
  };
}

/** Everything after the `=`, unread. */
export function raw(): ArgumentType<string> {
  return {
    title: 'text to the end of the line',
    form: 'value',
    read(lexer: Lexer) {
      const value = lexer.rest();
      lexer.offset = lexer.text.length;
      return value;
    },
    write: (value) => value,
  };
}

export function optional<T>(type: ArgumentType<T>): Parameter<T> & { optional: true } {
  return { type, optional: true };
}

export function required<T>(type: ArgumentType<T>): Parameter<T> & { optional: false } {
  return { type, optional: false };
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;
type ValueOf<P> = P extends Parameter<infer T> ? T : never;

/** The values of named arguments, without the optional ones that the marker omits. */
export type Named<P extends Parameters> = {
  [K in keyof P as P[K]['optional'] extends false ? K : never]: ValueOf<P[K]>;
} & { [K in keyof P as P[K]['optional'] extends true ? K : never]?: ValueOf<P[K]> };

/** `name=value,name=value` in any order. Names are case-insensitive, because Go writes `JSONPath`. */
export function named<const P extends Parameters>(parameters: P): ArgumentType<Named<P>> {
  const names = Object.keys(parameters);
  return {
    title: names.map((name) => (parameters[name]?.optional ? `[${name}=]` : `${name}=`)).join(','),
    form: 'named',
    parameters,
    read(lexer: Lexer) {
      const values: Record<string, unknown> = {};
      while (!lexer.atEnd) {
        const start = (lexer.skipBlanks(), lexer.offset);
        const written = lexer.identifier();
        if (written === undefined)
          lexer.fail(`expected the name of an argument${lexer.found()}`, listNames(names));
        const name = names.find((known) => known.toLowerCase() === written.toLowerCase());
        if (name === undefined) throw unknownName(written, start, names);
        if (name in values)
          throw new ArgumentError(`duplicate argument '${name}'`, { offset: start, length: written.length });
        lexer.expect('=', `'${written}'`);
        const offset = (lexer.skipBlanks(), lexer.offset);
        values[name] = parameters[name]?.type.read(lexer);
        lexer.values.set(name, { offset, length: lexer.offset - offset });
        const continues = lexer.accept(',');
        if (!continues && !lexer.atEnd)
          lexer.fail(`expected ',' after the value of '${written}'${lexer.found()}`, quoting);
        if (continues && lexer.atEnd) lexer.fail("expected an argument after ',', found nothing", oneLine);
      }
      const missing = names.filter((name) => parameters[name]?.optional === false && !(name in values));
      if (missing.length > 0) {
        const what = missing.map((name) => `'${name}'`).join(' and ');
        throw new ArgumentError(`${what} ${missing.length === 1 ? 'is' : 'are'} missing`, {
          diagnostic: missingArgument,
          offset: 0,
          length: lexer.text.length,
        });
      }
      return values as Named<P>;
    },
    write: (values) =>
      Object.entries<unknown>(values)
        .flatMap(([name, value]) =>
          value === undefined ? [] : [`${name}=${parameters[name]?.type.write(value) ?? ''}`],
        )
        .join(','),
  };
}

export const quoting = 'put a value that contains , ; or } in double quotes or backticks';

function listNames(names: readonly string[]): string {
  return `the arguments are ${names.join(', ')}`;
}

function unknownName(written: string, offset: number, names: readonly string[]): ArgumentError {
  const near = nearestName(written, names) ?? completed(written, names);
  return new ArgumentError(`unknown argument '${written}'`, {
    diagnostic: unknownArgument,
    offset,
    length: written.length,
    hint: near === undefined ? listNames(names) : `did you mean '${near}'?`,
  });
}

/** `timeoutSeconds` for `timeout`, which are too different for a typo. */
function completed(written: string, names: readonly string[]): string | undefined {
  const longer = names.filter((name) => name.toLowerCase().startsWith(written.toLowerCase()));
  return written.length > 2 && longer.length === 1 ? longer[0] : undefined;
}

/** Text as it is where that is safe, otherwise in quotes. */
function writeText(text: string): string {
  const isPlain = /^[A-Za-z.][\w./=-]*$/.test(text) && text !== 'true' && text !== 'false';
  return isPlain ? text : quote(text);
}

/** Text in backticks where it can be, otherwise in double quotes. */
function quote(text: string): string {
  return /^[^`\p{Cc}]+$/u.test(text) ? `\`${text}\`` : JSON.stringify(text);
}

function writeAny(value: Json): string {
  if (typeof value === 'string') return writeText(value);
  if (Array.isArray(value)) return `{${value.map(writeAny).join(',')}}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${writeText(key)}: ${writeAny(inner)}`);
  return `{${entries.join(', ')}}`;
}

function readNumber(lexer: Lexer, form: RegExp, what: string): number {
  const [written] = form.exec(lexer.rest()) ?? [];
  if (written === undefined) lexer.fail(`expected ${what}${lexer.found()}`);
  const start = lexer.offset;
  lexer.offset += written.length;
  return exactNumber(written, start, 'remove it, or use a smaller number');
}

/** The number, unless it would be rounded to another integer. */
function exactNumber(written: string, offset: number, hint: string = exactIntegers): number {
  const value = Number(written);
  const rounded = roundedInteger(written);
  if (Number.isFinite(value) && rounded === undefined) return value;
  const message =
    rounded === undefined
      ? `${written} is too large for a number`
      : `${written} would be rounded to ${rounded}`;
  throw new ArgumentError(message, { offset, length: written.length, hint });
}

function readAny(lexer: Lexer, mayBeList: boolean): Json {
  if (lexer.peek() === '{') return readBraces(lexer);
  const first = readScalar(lexer);
  if (!mayBeList || lexer.peek() !== ';') return first;
  const items = [first];
  while (lexer.accept(';'))
    if (!lexer.atEnd && !',}'.includes(lexer.peek())) items.push(readAny(lexer, false));
  return items;
}

function readBraces(lexer: Lexer): Json {
  const start = lexer.offset;
  lexer.expect('{', 'the value');
  if (lexer.accept('}')) return {};
  lexer.offset = start + 1;
  if (isMap(lexer)) {
    const map: { [key: string]: Json } = {};
    do {
      if (lexer.atEnd || lexer.peek() === '}') break;
      const key = lexer.string(':');
      lexer.expect(':', `the key '${key}'`);
      map[key] = readAny(lexer, true);
    } while (lexer.accept(','));
    lexer.expectClosing('}', "expected '}' after the map");
    return map;
  }
  const items: Json[] = [];
  do {
    if (lexer.atEnd || lexer.peek() === '}') break;
    items.push(readAny(lexer, true));
  } while (lexer.accept(','));
  lexer.expectClosing('}', "expected '}' after the list");
  return items;
}

/** Looks ahead: in a map, a colon follows the first text. */
function isMap(lexer: Lexer): boolean {
  const start = lexer.offset;
  if (lexer.peek() === '{') return false;
  lexer.string(':,;}');
  const map = lexer.peek() === ':';
  lexer.offset = start;
  return map;
}

/** A number or a boolean if nothing follows it: `100Mi` and `2024-01-15` are text. */
function readScalar(lexer: Lexer): Json {
  const [written, word] =
    /^(true|false|-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(?=[,;}]|$)/.exec(lexer.rest()) ?? [];
  const numeric = word !== undefined && !/^-?0\d/.test(word);
  if (written === undefined || word === undefined || !(numeric || word === 'true' || word === 'false'))
    return lexer.string();
  const start = lexer.offset;
  lexer.offset += written.length;
  return word === 'true' || word === 'false' ? word === 'true' : exactNumber(word, start);
}

const textOrNumber = /"(?:\\.|[^"\\])*"|(-?\d[\d.eE+-]*)/g;

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
