import { type CharacterSet, foldCase, inRange, not } from './character-set.ts';
import { type Escape, readClass, readEscape } from './escapes.ts';
import { type Assertion, type Pattern, PatternError } from './pattern.ts';

/** More repetitions of a part, also through nested ones, are refused. */
const mostRepeats = 1000;

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly ungreedy: boolean;
}

const letters: Readonly<Record<string, keyof Flags>> = {
  i: 'ignoreCase',
  m: 'multiline',
  s: 'dotAll',
  U: 'ungreedy',
};

/** Reads a regular expression as Go's regexp package does. Throws a PatternError. */
export function parsePattern(text: string): Pattern {
  const reader = new PatternReader(text);
  const pattern = reader.choice({
    ignoreCase: false,
    multiline: false,
    dotAll: false,
    ungreedy: false,
  }).pattern;
  if (!reader.atEnd) throw new PatternError('unexpected )', text);
  return pattern;
}

class PatternReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Reads up to the end or the closing bracket. Flags set within hold to its end. */
  choice(outer: Flags): { readonly pattern: Pattern } {
    let flags = outer;
    const choices: Pattern[][] = [[]];
    while (!this.atEnd && this.#text[this.#at] !== ')') {
      const current = choices.at(-1)!;
      if (this.#take('|')) choices.push([]);
      else if (this.#isFlagChange()) flags = this.#flags(flags);
      else current.push(...this.#repeated(flags));
    }
    const parts = choices.map((sequence): Pattern => ({ kind: 'sequence', parts: sequence }));
    return { pattern: parts.length === 1 ? parts[0]! : { kind: 'choice', parts } };
  }

  #repeated(flags: Flags): Pattern[] {
    const start = this.#at;
    const quoted = this.#quoted(flags);
    if (quoted !== undefined && quoted.length === 0) return [];
    const parts = quoted ?? [this.#atom(flags)];
    const before = this.#at;
    const count = this.#count();
    if (count === undefined) return parts;
    const lazy = this.#take('?');
    const operator = this.#text.slice(before, this.#at);
    const after = this.#at;
    if (this.#count() !== undefined) {
      throw new PatternError(
        'invalid nested repetition operator',
        this.#text.slice(start, this.#at).slice(-(this.#at - after) - 1),
      );
    }
    const repeated: Pattern = {
      kind: 'repeat',
      part: parts.at(-1)!,
      ...count,
      greedy: lazy === flags.ungreedy,
    };
    if (repeats(repeated) > mostRepeats) throw new PatternError('invalid repeat count', operator);
    return [...parts.slice(0, -1), repeated];
  }

  /** \Q…\E: every character is literal. */
  #quoted(flags: Flags): Pattern[] | undefined {
    if (!this.#take(String.raw`\Q`)) return undefined;
    const end = this.#text.indexOf(String.raw`\E`, this.#at);
    const literal = this.#text.slice(this.#at, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#text.length : end + 2;
    return [...literal].map((character) => literalOf(character.codePointAt(0)!, flags));
  }

  #atom(flags: Flags): Pattern {
    const character = this.#character();
    switch (character) {
      case '(':
        return this.#group(flags);
      case '[':
        return this.#set(readClass(this.#text, this.#at), flags);
      case '\\':
        return this.#escape(readEscape(this.#text, this.#at), flags);
      case '.':
        return { kind: 'character', set: flags.dotAll ? () => true : not(inRange(0x0a, 0x0a)) };
      case '^':
        return assertion(flags.multiline ? 'line start' : 'text start');
      case '$':
        return assertion(flags.multiline ? 'line end' : 'text end');
      case '*':
      case '+':
      case '?':
        throw new PatternError('missing argument to repetition operator', character);
      default:
        return literalOf(character.codePointAt(0)!, flags);
    }
  }

  #set({ set, end }: { readonly set: CharacterSet; readonly end: number }, flags: Flags): Pattern {
    this.#at = end;
    return { kind: 'character', set: flags.ignoreCase ? foldCase(set) : set };
  }

  #escape({ meaning, end }: Escape, flags: Flags): Pattern {
    this.#at = end;
    if (typeof meaning === 'string') return assertion(meaning);
    if (typeof meaning === 'number') return literalOf(meaning, flags);
    return { kind: 'character', set: flags.ignoreCase ? foldCase(meaning) : meaning };
  }

  #group(flags: Flags): Pattern {
    const start = this.#at - 1;
    let inner = flags;
    if (this.#text[this.#at] === '?') {
      const named = /^\?P?</.exec(this.#text.slice(this.#at));
      if (named === null) inner = this.#flags(flags, ':');
      else this.#name(named[0], start);
    }
    const { pattern } = this.choice(inner);
    if (!this.#take(')')) throw new PatternError('missing closing )', this.#text);
    return pattern;
  }

  /** Names say nothing here, and several groups may have the same. */
  #name(opening: string, start: number): void {
    const end = this.#text.indexOf('>', this.#at);
    const name = this.#text.slice(this.#at + opening.length, Math.max(end, 0));
    this.#at = end === -1 ? this.#text.length : end + 1;
    if (!/^[A-Za-z0-9_]+$/.test(name))
      throw new PatternError('invalid named capture', this.#text.slice(start, this.#at));
  }

  #isFlagChange(): boolean {
    return /^\(\?[imsU-]+\)/.test(this.#text.slice(this.#at));
  }

  /** (?i) changes the flags of what follows, (?i:…) those of the group. */
  #flags(flags: Flags, end = ')'): Flags {
    const match = /^\(?\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(this.#text.slice(this.#at));
    if (match === null || match[3] !== end) {
      const part = this.#text.slice(this.#at - (end === ':' ? 1 : 0)).slice(0, 3);
      throw new PatternError('invalid or unsupported Perl syntax', part);
    }
    this.#at += match[0].length;
    const changes = [
      ...[...match[1]!].map((letter) => [letters[letter]!, true] as const),
      ...[...(match[2] ?? '')].map((letter) => [letters[letter]!, false] as const),
    ];
    return { ...flags, ...Object.fromEntries(changes) };
  }

  /** *, +, ? or {n,m} at this place; a brace that starts no repetition is literal. */
  #count(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Infinity };
    if (this.#take('+')) return { min: 1, max: Infinity };
    if (this.#take('?')) return { min: 0, max: 1 };
    const match = /^\{(\d+)(,(\d*))?\}/.exec(this.#text.slice(this.#at));
    if (match === null) return undefined;
    this.#at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? Infinity : Number(match[3]);
    const size = max === Infinity ? min : max;
    if (min > max || size > mostRepeats) throw new PatternError('invalid repeat count', match[0]);
    return { min, max };
  }

  #character(): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at)!);
    this.#at += character.length;
    return character;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function literalOf(code: number, { ignoreCase }: Flags): Pattern {
  const set = inRange(code, code);
  return { kind: 'character', set: ignoreCase ? foldCase(set) : set };
}

function assertion(kind: Assertion): Pattern {
  return { kind: 'assertion', assertion: kind };
}

/** How often the most repeated part is repeated. */
function repeats(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'sequence':
    case 'choice':
      return Math.max(1, ...pattern.parts.map(repeats));
    case 'repeat': {
      const times = pattern.max === Infinity ? pattern.min : pattern.max;
      return times === 0 ? 1 : times * repeats(pattern.part);
    }
    default:
      return 1;
  }
}
