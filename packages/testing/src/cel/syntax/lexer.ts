import type { Token, TokenKind } from './token.ts';

/** Text that is no token, with the message the server's lexer gives. */
export class LexicalError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const blank = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y;
const escape = String.raw`\\(?:[abfnrtv"'\\?\`]|[0-3][0-7]{2}|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
const quoted = [
  String.raw`[rR]"""[\s\S]*?"""|[rR]'''[\s\S]*?'''`,
  String.raw`"""(?:${escape}|[^\\])*?"""|'''(?:${escape}|[^\\])*?'''`,
  String.raw`[rR]"[^"\n\r]*"|[rR]'[^'\n\r]*'`,
  String.raw`"(?:${escape}|[^\\"\n\r])*"|'(?:${escape}|[^\\'\n\r])*'`,
].join('|');

/** In the order in which they are tried: the longer reading of a text comes first. */
const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['bytes', new RegExp(`[bB](?:${quoted})`, 'y')],
  ['string', new RegExp(quoted, 'y')],
  ['double', /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ['uint', /(?:0x[0-9a-fA-F]+|\d+)[uU]/y],
  ['int', /0x[0-9a-fA-F]+|\d+/y],
  ['identifier', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['quoted identifier', /`[A-Za-z0-9_.\-/ ]+`/y],
  ['symbol', /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y],
];

const words = new Set(['in', 'true', 'false', 'null']);

/** The tokens of an expression, closed by one of kind end. Throws a LexicalError at the first text that is none. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  for (;;) {
    offset += matchAt(blank, text, offset)?.length ?? 0;
    if (offset >= text.length) break;
    const token = tokenAt(text, offset);
    tokens.push(token);
    offset += token.text.length;
  }
  tokens.push({ kind: 'end', text: '<EOF>', offset: text.length });
  return tokens;
}

function tokenAt(text: string, offset: number): Token {
  for (const [kind, pattern] of patterns) {
    const matched = matchAt(pattern, text, offset);
    if (matched !== undefined) {
      return { kind: kind === 'identifier' && words.has(matched) ? 'symbol' : kind, text: matched, offset };
    }
  }
  throw new LexicalError(`Syntax error: token recognition error at: '${unreadable(text, offset)}'`, offset);
}

/** What the lexer could not read: the rest of the line behind an open quote, else one character. */
function unreadable(text: string, offset: number): string {
  const rest = text.slice(offset);
  return /^['"]/.test(rest) ? (rest.split('\n')[0] ?? rest) : String.fromCodePoint(rest.codePointAt(0)!);
}

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}
