import { EvaluationError } from '../values/evaluation-error.ts';

/** One clause of a format string, which formats an argument: `%s`, `%.2f` … */
export interface Clause {
  readonly letter: string;
  readonly precision: number;
}

const defaultPrecision = 6;
const clauses = 'sdfebxXo';

/** The parts of a format string: literal text and clauses. A malformed clause is an error in its place. */
export function clausesOf(text: string): (string | Clause | EvaluationError)[] {
  const parts: (string | Clause | EvaluationError)[] = [];
  const pattern = /%(?:(%)|(?:\.(\d*))?([\s\S]?))|[^%]+/g;
  for (const [all, percent, precision, letter] of text.matchAll(pattern)) {
    if (percent !== undefined) parts.push('%');
    else if (letter === undefined) parts.push(all);
    else parts.push(clauseOf(precision, letter));
  }
  return parts;
}

function clauseOf(precision: string | undefined, letter: string): Clause | EvaluationError {
  if (precision === '') {
    return malformed(
      'error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    );
  }
  if (letter === '') {
    if (precision === undefined) return new EvaluationError('unexpected end of string');
    return malformed('error while parsing precision: could not find end of precision specifier');
  }
  if (!clauses.includes(letter)) return malformed(`unrecognized formatting clause "${letter}"`);
  return { letter, precision: precision === undefined ? defaultPrecision : Number(precision) };
}

function malformed(reason: string): EvaluationError {
  return new EvaluationError(`could not parse formatting clause: ${reason}`);
}

/** The API server's message for an argument that does not match its clause. */
export function unfit(letter: string, typeName: string): string {
  return `error during formatting: ${requirements[letter]}, was given ${typeName}`;
}

const text =
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps';
const hexadecimal = 'only integers, byte buffers, and strings can be formatted as hex';

const requirements: Readonly<Record<string, string>> = {
  s: text,
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: hexadecimal,
  X: hexadecimal,
  o: 'octal clause can only be used on integers',
};
