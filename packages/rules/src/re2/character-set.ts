/** Whether a code point belongs to a set. */
export type CharacterSet = (code: number) => boolean;

export const inRange =
  (low: number, high: number): CharacterSet =>
  (code) =>
    code >= low && code <= high;

export const anyOf =
  (sets: readonly CharacterSet[]): CharacterSet =>
  (code) =>
    sets.some((set) => set(code));

export const not =
  (set: CharacterSet): CharacterSet =>
  (code) =>
    !set(code);

const digit = inRange(0x30, 0x39);
const upper = inRange(0x41, 0x5a);
const lower = inRange(0x61, 0x7a);
const letter = anyOf([upper, lower]);
const oneOf = (characters: string): CharacterSet => {
  const codes = new Set([...characters].map((character) => character.codePointAt(0)));
  return (code) => codes.has(code);
};

export const word = anyOf([letter, digit, oneOf('_')]);

/** \d, \s and \w know ASCII only. */
export const perlClasses: Readonly<Record<string, CharacterSet>> = {
  d: digit,
  s: oneOf('\t\n\f\r '),
  w: word,
};

export const posixClasses: Readonly<Record<string, CharacterSet>> = {
  alnum: anyOf([letter, digit]),
  alpha: letter,
  ascii: inRange(0, 0x7f),
  blank: oneOf('\t '),
  cntrl: anyOf([inRange(0, 0x1f), inRange(0x7f, 0x7f)]),
  digit,
  graph: inRange(0x21, 0x7e),
  lower,
  print: inRange(0x20, 0x7e),
  punct: anyOf([inRange(0x21, 0x2f), inRange(0x3a, 0x40), inRange(0x5b, 0x60), inRange(0x7b, 0x7e)]),
  space: oneOf('\t\n\v\f\r '),
  upper,
  word,
  xdigit: anyOf([digit, inRange(0x41, 0x46), inRange(0x61, 0x66)]),
};

/** Scripts whose names are as long as the short names that JavaScript knows beside the names of Unicode. */
const scriptsOfFourLetters = /^(?:Ahom|Cham|Kawi|Lisu|Miao|Modi|Newa|Thai|Toto)$/;

/**
 * A class of Unicode by the name of a category or a script; undefined when there is none of that name.
 *
 * Go's names changed with its version 1.25: since then `Old_Italic` is unknown, and before that `Letter` was. We know
 * what all servers know.
 */
export function unicodeClass(name: string): CharacterSet | undefined {
  if (name === 'Any') return () => true;
  if (!/^[A-Z][a-z]*$/.test(name) || (name.length === 4 && !scriptsOfFourLetters.test(name)))
    return undefined;
  return (name.length < 3 ? byProperty(`gc=${name}`) : undefined) ?? byProperty(`sc=${name}`);
}

function byProperty(property: string): CharacterSet | undefined {
  try {
    const pattern = new RegExp(`^\\p{${property}}$`, 'u');
    return (code) => pattern.test(String.fromCodePoint(code));
  } catch {
    return undefined;
  }
}

/** The set with the other cases of its letters. */
export function foldCase(set: CharacterSet): CharacterSet {
  return (code) => set(code) || otherCases(code).some(set);
}

/** Letters whose cases JavaScript does not lead back to: the Kelvin and Ångström signs and the long s. */
const strays: Readonly<Record<string, string>> = {
  k: '\u212a',
  K: '\u212a',
  å: '\u212b',
  Å: '\u212b',
  s: 'ſ',
  S: 'ſ',
};

function otherCases(code: number): number[] {
  const character = String.fromCodePoint(code);
  const cases = [character.toLowerCase(), character.toUpperCase(), character.toUpperCase().toLowerCase()];
  const stray = strays[character];
  return [...cases, ...(stray === undefined ? [] : [stray])]
    .filter((other) => other !== character && [...other].length === 1)
    .map((other) => other.codePointAt(0)!);
}
