import { characterCount } from '../source/characters.ts';
import type { Problem } from '../source/problem.ts';
import { Source } from '../source/source.ts';
import type { Expression } from './expression.ts';
import { tokenize } from './lexer.ts';
import { Parser } from './parser.ts';

/** A parsed expression, or its syntax errors. */
export interface ParseResult {
  readonly source: Source;
  /** Present exactly if there are no problems. */
  readonly expression?: Expression;
  readonly problems: readonly Problem[];
}

/** The API server's limit for the length of an expression. */
const longest = 100_000;

/** Parses an expression and expands its macros. Never throws; returns syntax errors as problems. */
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
