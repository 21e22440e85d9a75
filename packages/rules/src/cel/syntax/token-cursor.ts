import { SyntaxProblem } from './syntax-error.ts';
import type { Token } from './token.ts';

/** How error messages describe an expected symbol. */
export interface Expectation {
  /** Other symbols that are allowed here, for the message. */
  readonly orElse?: readonly string[];
  /** Whether no bracket around the symbol is open. */
  readonly isOutermost?: boolean;
}

/** Iterates over the tokens of an expression. For a missing token, throws the API server's syntax error. */
export class TokenCursor {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token {
    return this.#tokens[this.#next]!;
  }

  /** Looks ahead by some tokens. */
  ahead(count: number): Token | undefined {
    return this.#tokens[this.#next + count];
  }

  skip(): void {
    this.#next++;
  }

  isSymbol(text: string): boolean {
    return isSymbol(this.peek(), text);
  }

  /** Consumes the next token if it is this symbol. */
  take(text: string): Token | undefined {
    return this.isSymbol(text) ? this.#tokens[this.#next++] : undefined;
  }

  identifier(): Token {
    const { kind, text, offset } = this.peek();
    if (kind !== 'identifier') {
      throw new SyntaxProblem(`Syntax error: mismatched input '${text}' expecting IDENTIFIER`, offset);
    }
    return this.#tokens[this.#next++]!;
  }

  expect(text: string, { orElse = [], isOutermost = false }: Expectation = {}): Token {
    const { text: found, offset } = this.peek();
    const token = this.take(text);
    if (token !== undefined) return token;
    const after = this.ahead(1);
    if (after !== undefined && isSymbol(after, text)) {
      throw new SyntaxProblem(`Syntax error: extraneous input '${found}' expecting '${text}'`, offset);
    }
    if (orElse.length === 0 && this.#canFollow(text, isOutermost)) {
      throw new SyntaxProblem(`Syntax error: missing '${text}' at '${found}'`, offset);
    }
    const wanted = [text, ...orElse].map((symbol) => `'${symbol}'`).join(', ');
    const shown = orElse.length === 0 ? wanted : `{${wanted}}`;
    throw new SyntaxProblem(`Syntax error: mismatched input '${found}' expecting ${shown}`, offset);
  }

  /** Whether the next token could follow the missing symbol. */
  #canFollow(missing: string, isOutermost: boolean): boolean {
    const { kind, text } = this.peek();
    if (kind === 'end') return missing !== ':' && isOutermost;
    const isOperand = kind !== 'symbol' || ['(', '[', '{', '!', 'true', 'false', 'null'].includes(text);
    return missing === ':' ? isOperand : !isOperand;
  }
}

function isSymbol(token: Token, text: string): boolean {
  return token.kind === 'symbol' && token.text === text;
}
