import type { Random } from './random.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const wordCharacters = `${letters}${letters.toUpperCase()}${digits}_`;
/** How many times `*`, `+` and `{2,}` repeat beyond their minimum, at most. */
const extraRepeats = 6;

/**
 * A string that probably matches the pattern: it follows alternatives, groups, classes and repetitions, assumes
 * that anchors hold, and ignores rare constructs (look-ahead, back references). The caller must check the result.
 */
export function textOfPattern(pattern: string, random: Random): string {
  return new Reader(pattern, random).alternatives();
}

class Reader {
  readonly #pattern: string;
  readonly #random: Random;
  #at = 0;

  constructor(pattern: string, random: Random) {
    this.#pattern = pattern;
    this.#random = random;
  }

  alternatives(): string {
    const choices = [this.#sequence()];
    while (this.#take('|')) choices.push(this.#sequence());
    return this.#random.pick(choices);
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#peek())) text += this.#repeated();
    return text;
  }

  /** Generates an atom once for each repetition, so that the repetitions differ. */
  #repeated(): string {
    const start = this.#at;
    let text = this.#atom();
    const [low, high] = this.#quantifier();
    const end = this.#at;
    const count = this.#random.between(low, high);
    if (count === 0) return '';
    for (let repeat = 1; repeat < count; repeat++) {
      this.#at = start;
      text += this.#atom();
    }
    this.#at = end;
    return text;
  }

  #quantifier(): [low: number, high: number] {
    const [whole, sign, low, comma, high] =
      /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#pattern.slice(this.#at)) ?? [];
    if (whole === undefined) return [1, 1];
    this.#at += whole.length;
    if (sign === '?') return [0, 1];
    if (sign !== undefined) return [sign === '*' ? 0 : 1, extraRepeats];
    const least = Number(low);
    if (comma === undefined) return [least, least];
    const most = high === undefined || high === '' ? least + extraRepeats : Number(high);
    return [least, Math.min(most, least + extraRepeats)];
  }

  #atom(): string {
    const character = this.#next();
    if (character === '^' || character === '$') return '';
    if (character === '.') return this.#random.pick([...letters]);
    if (character === '[') return this.#class();
    if (character === '\\') return this.#escape();
    if (character !== '(') return character;
    const isLookAround = /^\?<?[=!]/.test(this.#pattern.slice(this.#at));
    const prefix = /^\?(:|P?<\w+>|<?[=!])/.exec(this.#pattern.slice(this.#at));
    this.#at += prefix?.[0].length ?? 0;
    const text = this.alternatives();
    this.#take(')');
    return isLookAround ? '' : text;
  }

  #escape(): string {
    const character = this.#next();
    if ('bBAz'.includes(character)) return '';
    return this.#random.pick([...(named[character] ?? character)]);
  }

  #class(): string {
    const isNegated = this.#take('^');
    let members = '';
    while (this.#at < this.#pattern.length && (this.#peek() !== ']' || members === '')) {
      const first = this.#next();
      if (first === '\\') {
        const escaped = this.#next();
        members += named[escaped] ?? escaped;
      } else if (this.#peek() === '-' && this.#pattern[this.#at + 1] !== ']') {
        this.#at += 1;
        members += range(first, this.#next());
      } else members += first;
    }
    this.#take(']');
    const allowed = isNegated ? [...wordCharacters].filter((each) => !members.includes(each)) : [...members];
    return allowed.length === 0 ? '' : this.#random.pick(allowed);
  }

  #peek(): string {
    return this.#pattern[this.#at] ?? '';
  }

  #next(): string {
    const character = this.#peek();
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}

const named: Readonly<Record<string, string>> = {
  d: digits,
  D: letters,
  n: '\n',
  s: ' ',
  S: letters,
  t: '\t',
  w: wordCharacters,
  W: '-',
};

function range(from: string, to: string): string {
  const codes = Array.from({ length: Math.max(to.charCodeAt(0) - from.charCodeAt(0) + 1, 1) });
  return codes.map((_, index) => String.fromCharCode(from.charCodeAt(0) + index)).join('');
}
