import {
  type CharacterSet,
  anyOf,
  inRange,
  not,
  perlClasses,
  posixClasses,
  unicodeClass,
} from './character-set.ts';
import { type Assertion, PatternError } from './pattern.ts';

/** What stands behind a backslash and where it ends. */
export interface Escape {
  /** A character by its code, a set, or a place. */
  readonly meaning: number | CharacterSet | Assertion;
  readonly end: number;
}

const controls: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

const places: Readonly<Record<string, Assertion>> = {
  A: 'text start',
  z: 'text end',
  b: 'word boundary',
  B: 'no word boundary',
};

/** Reads the escape whose backslash is before this place. */
export function readEscape(text: string, at: number): Escape {
  const letter = text[at];
  if (letter === undefined) throw new PatternError('trailing backslash at end of expression', '');
  if (Object.hasOwn(places, letter)) return { meaning: places[letter]!, end: at + 1 };
  const inClass = readSet(text, at);
  return inClass ?? readCharacter(text, at);
}

/** \d, \pL and the like. */
function readSet(
  text: string,
  at: number,
): { readonly meaning: CharacterSet; readonly end: number } | undefined {
  const letter = text[at]!;
  const perl = perlClasses[letter.toLowerCase()];
  if (perl !== undefined) return { meaning: letter === letter.toLowerCase() ? perl : not(perl), end: at + 1 };
  if (letter !== 'p' && letter !== 'P') return undefined;
  const match = /^(?:\{(\^?)([^}]*)\}|([\s\S]))/.exec(text.slice(at + 1));
  const set = match === null ? undefined : unicodeClass(match[2] ?? match[3]!);
  if (match === null || set === undefined) {
    throw new PatternError('invalid character class range', `\\${letter}${match?.[0] ?? ''}`);
  }
  const negated = (letter === 'P') !== (match[1] === '^');
  return { meaning: negated ? not(set) : set, end: at + 1 + match[0].length };
}

function readCharacter(text: string, at: number): { readonly meaning: number; readonly end: number } {
  const rest = text.slice(at);
  const letter = String.fromCodePoint(rest.codePointAt(0)!);
  if (Object.hasOwn(controls, letter)) return { meaning: controls[letter]!, end: at + 1 };
  const octal = /^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest);
  if (octal !== null) return { meaning: Number.parseInt(octal[0], 8), end: at + octal[0].length };
  const hexadecimal = /^x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]+)\})/.exec(rest);
  if (hexadecimal !== null) {
    const meaning = Number.parseInt(hexadecimal[1] ?? hexadecimal[2]!, 16);
    if (meaning <= 0x10ffff) return { meaning, end: at + hexadecimal[0].length };
  }
  if (/^[^A-Za-z0-9]$/.test(letter) && letter.codePointAt(0)! < 0x80) {
    return { meaning: letter.codePointAt(0)!, end: at + 1 };
  }
  throw new PatternError('invalid escape sequence', `\\${letter}`);
}

/** Reads the class whose opening bracket is before this place: [a-z\d[:alpha:]]. */
export function readClass(text: string, start: number): { readonly set: CharacterSet; readonly end: number } {
  let at = start;
  const negated = text[at] === '^';
  if (negated) at++;
  const sets: CharacterSet[] = [];
  for (let first = true; first || text[at] !== ']'; first = false) {
    if (at >= text.length) throw new PatternError('missing closing ]', text.slice(start - 1));
    const named =
      readNamed(text, at) ?? (text[at] === '\\' && at + 1 < text.length ? readSet(text, at + 1) : undefined);
    if (named !== undefined) {
      sets.push(named.meaning);
      at = named.end;
      continue;
    }
    const low = readMember(text, at);
    at = low.end;
    let high = low;
    if (text[at] === '-' && at + 1 < text.length && text[at + 1] !== ']') {
      high = readMember(text, at + 1);
      at = high.end;
    }
    if (high.meaning < low.meaning)
      throw new PatternError('invalid character class range', text.slice(low.start, at));
    sets.push(inRange(low.meaning, high.meaning));
  }
  const set = anyOf(sets);
  return { set: negated ? not(set) : set, end: at + 1 };
}

/** [:alpha:], which is a set only within brackets. */
function readNamed(
  text: string,
  at: number,
): { readonly meaning: CharacterSet; readonly end: number } | undefined {
  const match = /^\[:(\^?)([^\]]*?):\]/.exec(text.slice(at));
  if (match === null) return undefined;
  const set = Object.hasOwn(posixClasses, match[2]!) ? posixClasses[match[2]!]! : undefined;
  if (set === undefined) throw new PatternError('invalid character class range', match[0]);
  return { meaning: match[1] === '^' ? not(set) : set, end: at + match[0].length };
}

function readMember(
  text: string,
  at: number,
): { readonly meaning: number; readonly start: number; readonly end: number } {
  const code = text.codePointAt(at);
  if (code === undefined) throw new PatternError('missing closing ]', text);
  if (code !== 0x5c) return { meaning: code, start: at, end: at + String.fromCodePoint(code).length };
  if (at + 1 >= text.length) throw new PatternError('trailing backslash at end of expression', '');
  return { ...readCharacter(text, at + 1), start: at };
}
