import { characterCount } from '../source/characters.ts';
import type { Problem } from '../source/problem.ts';
import { Source } from '../source/source.ts';
import type { Expression } from './expression.ts';
import { tokenize } from './lexer.ts';
import { Parser } from './parser.ts';

/** An expression as it was read, or what is wrong with it. */
export interface ParseResult {
  readonly source: Source;
  /** Present exactly when there are no problems. */
  readonly expression?: Expression;
  readonly problems: readonly Problem[];
}

/** Longer expressions are not read, as on the server. */
const longest = 100_000;

/** Reads an expression and expands its macros. Never throws: what is wrong is in the problems. */
export function parse(text: string): ParseResult {
  const source = new Source(text);
  const size = text.length > longest ? characterCount(text) : 0;
  if (size > longest) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${longest}`;
    return { source, problems: [source.problem(message, undefined)] };
  }
  const { tokens, problems: unreadable } = tokenize(text);
  const parser = new Parser(tokens);
  const { expression, problems: found } = parser.parse();
  const problems = [...unreadable, ...found].map(({ message, offset }) => source.problem(message, offset));
  return expression === undefined || problems.length > 0
    ? { source, problems }
    : { source, expression, problems };
}
