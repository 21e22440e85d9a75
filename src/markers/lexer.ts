import type { DiagnosticDefinition } from '../diagnostics.ts';
import { malformedArgument } from './diagnostics.ts';

/** An argument that does not match the grammar of its marker; `offset` and `length` count within the argument text. */
export class ArgumentError extends Error {
  readonly offset: number;
  readonly length: number;
  readonly hint: string | undefined;
  readonly diagnostic: DiagnosticDefinition;

  constructor(
    message: string,
    at: {
      offset: number;
      length?: number;
      hint?: string | undefined;
      /** `malformedArgument` by default. */
      diagnostic?: DiagnosticDefinition;
    },
  ) {
    super(message);
    this.offset = at.offset;
    this.length = Math.max(1, at.length ?? 1);
    this.hint = at.hint;
    this.diagnostic = at.diagnostic ?? malformedArgument;
  }
}

export const oneLine = 'a marker is one line and cannot continue on another';

/** Reads the argument text of a marker from left to right. */
export class Lexer {
  readonly text: string;
  /** The positions of the values of named arguments. */
  readonly values = new Map<string, { offset: number; length: number }>();
  offset = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    this.skipBlanks();
    return this.offset >= this.text.length;
  }

  /** The next character that is not a blank; empty at the end. */
  peek(): string {
    this.skipBlanks();
    return this.text[this.offset] ?? '';
  }

  /** The rest of the text, from the next character that is not a blank. */
  rest(): string {
    this.skipBlanks();
    return this.text.slice(this.offset);
  }

  accept(character: string): boolean {
    if (this.peek() !== character) return false;
    this.offset += 1;
    return true;
  }

  expect(character: string, after: string): void {
    if (this.accept(character)) return;
    this.fail(`expected '${character}' after ${after}${this.found()}`);
  }

  /** A missing bracket may be on the next line, which is not part of the marker. */
  expectClosing(bracket: string, message: string): void {
    if (this.accept(bracket)) return;
    this.fail(`${message}${this.found()}`, this.atEnd ? `close it with ${bracket}; ${oneLine}` : undefined);
  }

  identifier(): string | undefined {
    const [word] = /^[A-Za-z_][A-Za-z0-9_]*/.exec(this.rest()) ?? [];
    if (word !== undefined) this.offset += word.length;
    return word;
  }

  /** A quoted string, a string in backticks, or bare text up to the next of the `stops`. */
  string(stops = ',;}'): string {
    const quote = this.peek();
    if (quote === '"' || quote === '`') {
      const before = this.offset;
      const value = this.#quoted(quote);
      if (this.atEnd || stops.includes(this.peek())) return value;
      this.offset = before;
    }
    return this.#bare(stops);
  }

  fail(message: string, hint?: string): never {
    throw new ArgumentError(message, {
      offset: Math.min(this.offset, Math.max(0, this.text.length - 1)),
      hint,
    });
  }

  found(): string {
    return this.atEnd ? ', found nothing' : `, found '${this.rest()}'`;
  }

  skipBlanks(): void {
    while (/\s/.test(this.text[this.offset] ?? '')) this.offset += 1;
  }

  #quoted(quote: '"' | '`'): string {
    const start = this.offset;
    const end = endOfQuote(this.text, start);
    if (end === -1) {
      this.offset = start;
      this.fail(`the text that begins with ${quote} is not closed`, `close it with ${quote}; ${oneLine}`);
    }
    this.offset = end;
    const inner = this.text.slice(start + 1, end - 1);
    return quote === '`' ? inner : unescape(inner, start + 1);
  }

  #bare(stops: string): string {
    const start = this.offset;
    while (this.offset < this.text.length && !stops.includes(this.text[this.offset] ?? '')) {
      const character = this.text[this.offset];
      const end = character === '"' || character === '`' ? endOfQuote(this.text, this.offset) : -1;
      this.offset = end === -1 ? this.offset + 1 : end;
    }
    return this.text.slice(start, this.offset).trim();
  }
}

/** The offset after the closing quote of the text that opens at `start`, or -1. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start];
  for (let offset = start + 1; offset < text.length; offset++) {
    if (text[offset] === '\\' && quote === '"') offset += 1;
    else if (text[offset] === quote) return offset + 1;
  }
  return -1;
}

const escapes: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

const escape = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-7]{3})|([\s\S]))/g;

/** The offset of a character of a value in the text as written, with quotes and escapes. */
export function writtenOffset(written: string, offset: number): number {
  const [quote] = written;
  if (quote !== '"' && quote !== '`') return offset;
  let longer = 1;
  if (quote === '`') return offset + longer;
  for (const match of written.matchAll(escape)) {
    if (match.index - longer >= offset) break;
    longer += match[0].length - unescape(match[0], 0).length;
  }
  return offset + longer;
}

/** The escapes of a Go string. */
function unescape(text: string, offset: number): string {
  return text.replace(
    escape,
    (
      written: string,
      u?: string,
      U?: string,
      x?: string,
      octal?: string,
      letter?: string,
      ...more: unknown[]
    ) => {
      const hex = u ?? U ?? x;
      const code = hex === undefined ? undefined : Number.parseInt(hex, 16);
      if (code !== undefined && code <= 0x10ffff) return String.fromCodePoint(code);
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      const value = escapes[letter ?? ''];
      if (value !== undefined) return value;
      const at = offset + Number(more[0]);
      throw new ArgumentError(`'${written}' is not a valid escape`, {
        offset: at,
        length: written.length,
        hint: 'double the backslash, or put the text in backticks',
      });
    },
  );
}
