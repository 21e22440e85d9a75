import type { Token, TokenKind } from './token.ts';

/** Text that is not a token, with the message of the API server's lexer. */
export interface LexicalProblem {
  readonly message: string;
  readonly offset: number;
}

export interface Tokens {
  /** The last token has the kind `end`. */
  readonly tokens: readonly Token[];
  readonly problems: readonly LexicalProblem[];
}

const blank = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y;
const escape = String.raw`\\(?:[abfnrtv"'\\?\`]|[0-3][0-7]{2}|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
const quoted = [
  String.raw`[rR]"""[\s\S]*?"""|[rR]'''[\s\S]*?'''`,
  String.raw`"""(?:${escape}|[^\\])*?"""|'''(?:${escape}|[^\\])*?'''`,
  String.raw`[rR]"[^"\n\r]*"|[rR]'[^'\n\r]*'`,
  String.raw`"(?:${escape}|[^\\"\n\r])*"|'(?:${escape}|[^\\'\n\r])*'`,
].join('|');

/** In order of precedence: patterns that match longer tokens come first. */
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

/** The tokens of an expression, without text that is not a token. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  const problems: LexicalProblem[] = [];
  let offset = 0;
  for (;;) {
    offset += matchAt(blank, text, offset)?.length ?? 0;
    if (offset >= text.length) break;
    const token = tokenAt(text, offset);
    if (token === undefined) {
      const wrong = unreadable(text, offset);
      problems.push({ message: `Syntax error: token recognition error at: '${wrong}'`, offset });
      offset += wrong.length;
    } else {
      tokens.push(token);
      offset += token.text.length;
    }
  }
  tokens.push({ kind: 'end', text: '<EOF>', offset: text.length });
  return { tokens, problems };
}

function tokenAt(text: string, offset: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    const matched = matchAt(pattern, text, offset);
    if (matched !== undefined) {
      return { kind: kind === 'identifier' && words.has(matched) ? 'symbol' : kind, text: matched, offset };
    }
  }
  return undefined;
}

/** The text that begins like a token, up to and including the first invalid character. */
function unreadable(text: string, offset: number): string {
  const begun = matchAt(beginning, text, offset) ?? '';
  const next = text.codePointAt(offset + begun.length);
  return begun + (next === undefined ? '' : String.fromCodePoint(next));
}

const beginning = new RegExp(
  `"""(?:${escape}|[^\\\\])*\\\\?|'''(?:${escape}|[^\\\\])*\\\\?|"(?:${escape}|[^\\\\"\n\r])*\\\\?|'(?:${escape}|[^\\\\'\n\r])*\\\\?|=|&|\\||\`[A-Za-z0-9_.\\-/ ]*`,
  'y',
);

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}
