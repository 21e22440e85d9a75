import type { CallExpression, Expression, ListElement, MapEntry, StructField } from './expression.ts';
import { type MacroArguments, MacroError, expandMacro } from './macros.ts';
import { literalValue } from './literals.ts';
import { products, relations, reservedWords, sums } from './operators.ts';
import { SyntaxProblem } from './syntax-error.ts';
import type { Token } from './token.ts';
import { TokenCursor } from './token-cursor.ts';
import { LiteralError } from './unescape.ts';

/** The API server's limit for nesting. It also keeps recursive walks over the tree within the stack. */
const deepest = 250;

const operandTokens =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

export interface ParserProblem {
  readonly message: string;
  /** Absent if the problem concerns the whole expression. */
  readonly offset: number | undefined;
}

/** A recursive descent parser for one expression. */
export class Parser {
  readonly #problems: ParserProblem[] = [];
  readonly #cursor: TokenCursor;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#cursor = new TokenCursor(tokens);
  }

  /** The expression, if it follows the grammar. It may still have problems. */
  parse(): { readonly expression?: Expression; readonly problems: readonly ParserProblem[] } {
    try {
      const expression = this.#expression();
      const { kind, text, offset } = this.#cursor.peek();
      if (kind === 'end') return { expression, problems: this.#problems };
      throw new SyntaxProblem(`Syntax error: extraneous input '${text}' expecting <EOF>`, offset);
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error;
      return { problems: [...this.#problems, { message: error.message, offset: error.offset }] };
    }
  }

  #expression(): Expression {
    return this.#deeper(1, () => {
      const condition = this.#logical('||', '_||_', () =>
        this.#logical('&&', '_&&_', () => this.#relation()),
      );
      const question = this.#cursor.take('?');
      if (question === undefined) return condition;
      const yes = this.#logical('||', '_||_', () => this.#logical('&&', '_&&_', () => this.#relation()));
      this.#expect(':');
      return this.#call('_?_:_', [condition, yes, this.#expression()], question.offset);
    });
  }

  /** A chain of `&&` or `||` becomes a balanced tree, so that a long chain does not nest deeply. */
  #logical(symbol: string, name: string, operand: () => Expression): Expression {
    const terms = [operand()];
    const offsets: number[] = [];
    for (
      let operator = this.#cursor.take(symbol);
      operator !== undefined;
      operator = this.#cursor.take(symbol)
    ) {
      offsets.push(operator.offset);
      terms.push(operand());
    }
    const balanced = (low: number, high: number): Expression => {
      if (low > high) return terms[low]!;
      const middle = Math.floor((low + high + 1) / 2);
      return this.#call(name, [balanced(low, middle - 1), balanced(middle + 1, high)], offsets[middle]!);
    };
    return balanced(0, offsets.length - 1);
  }

  #relation(): Expression {
    return this.#binary(relations, () =>
      this.#binary(sums, () => this.#binary(products, () => this.#unary())),
    );
  }

  #binary(operators: Readonly<Record<string, string>>, operand: () => Expression): Expression {
    let left = operand();
    for (let length = 1; ; length++) {
      const { kind, text, offset } = this.#cursor.peek();
      const name = kind === 'symbol' && Object.hasOwn(operators, text) ? operators[text] : undefined;
      if (name === undefined) return left;
      this.#limit(length);
      this.#cursor.skip();
      left = this.#call(name, [left, operand()], offset);
    }
  }

  #unary(): Expression {
    const { offset, text } = this.#cursor.peek();
    const symbol = this.#cursor.isSymbol('!') ? '!' : '-';
    let count = 0;
    if (!this.#isNegativeNumber()) while (this.#cursor.take(symbol)) count++;
    const operand = this.#members(this.#primary());
    if (count % 2 === 0) return operand;
    return this.#call(text === '!' ? '!_' : '-_', [operand], offset);
  }

  /** A minus before a number is part of the literal, because the smallest integer has no positive counterpart. */
  #isNegativeNumber(): boolean {
    const after = this.#cursor.ahead(1);
    return this.#cursor.isSymbol('-') && (after?.kind === 'int' || after?.kind === 'double');
  }

  #members(operand: Expression): Expression {
    let expression = operand;
    for (let length = 1; ; length++) {
      const { offset } = this.#cursor.peek();
      if (!this.#cursor.isSymbol('.') && !this.#cursor.isSymbol('[')) return expression;
      this.#limit(length);
      expression = this.#cursor.take('.') ? this.#select(expression, offset) : this.#index(expression);
    }
  }

  #select(operand: Expression, dot: number): Expression {
    const optional = this.#cursor.take('?') !== undefined;
    const name = this.#cursor.peek();
    if (name.kind === 'quoted identifier') {
      this.#problems.push({ message: "unsupported syntax: '`'", offset: name.offset });
    } else if (name.kind !== 'identifier') {
      const input = name.kind === 'end' ? '.' : `.${name.text}`;
      throw new SyntaxProblem(`Syntax error: no viable alternative at input '${input}'`, name.offset);
    }
    this.#cursor.skip();
    const open = this.#cursor.peek();
    if (optional) {
      const field: Expression = { kind: 'literal', value: name.text, offset: name.offset };
      return { kind: 'call', name: '_?._', args: [operand, field], offset: dot };
    }
    if (this.#cursor.take('(')) return this.#call(name.text, this.#arguments(), open.offset, operand);
    return { kind: 'select', operand, field: name.text, presence: false, offset: dot };
  }

  #index(operand: Expression): Expression {
    const open = this.#expect('[');
    const name = this.#cursor.take('?') ? '_[?_]' : '_[_]';
    const index = this.#expression();
    this.#expect(']');
    return { kind: 'call', name, args: [operand, index], offset: open.offset };
  }

  #primary(): Expression {
    const { kind, text, offset } = this.#cursor.peek();
    if (kind === 'identifier' || this.#cursor.isSymbol('.')) return this.#named();
    if (this.#isNegativeNumber()) return this.#literal();
    if (this.#cursor.isSymbol('(')) {
      this.#cursor.skip();
      const expression = this.#expression();
      this.#expect(')');
      return expression;
    }
    if (this.#cursor.isSymbol('[')) return this.#list();
    if (this.#cursor.isSymbol('{')) return this.#map();
    if (kind !== 'symbol' && kind !== 'end' && kind !== 'quoted identifier') return this.#literal();
    if (this.#cursor.isSymbol('true') || this.#cursor.isSymbol('false') || this.#cursor.isSymbol('null'))
      return this.#literal();
    throw new SyntaxProblem(`Syntax error: mismatched input '${text}' expecting ${operandTokens}`, offset);
  }

  #named(): Expression {
    const start = this.#cursor.peek();
    const dot = this.#cursor.take('.') === undefined ? '' : '.';
    const name = this.#cursor.identifier();
    const open = this.#cursor.peek();
    if (this.#isStruct()) return this.#struct(dot, name);
    const called = this.#cursor.take('(') !== undefined;
    const args = called ? this.#arguments() : [];
    if (reservedWords.has(name.text)) {
      this.#problems.push({ message: `reserved identifier: ${name.text}`, offset: start.offset });
    }
    if (called) return this.#call(dot + name.text, args, open.offset);
    return { kind: 'identifier', name: dot + name.text, offset: name.offset };
  }

  /** Whether dotted names and an opening brace follow: the construction of a message. */
  #isStruct(): boolean {
    let count = 0;
    while (this.#cursor.ahead(count)?.text === '.' && this.#cursor.ahead(count + 1)?.kind === 'identifier') {
      count += 2;
    }
    const token = this.#cursor.ahead(count);
    return token?.kind === 'symbol' && token.text === '{';
  }

  #struct(dot: string, first: Token): Expression {
    let typeName = dot + first.text;
    while (this.#cursor.take('.')) typeName += `.${this.#cursor.identifier().text}`;
    const open = this.#expect('{');
    const fields: StructField[] = [];
    while (!this.#cursor.take('}')) {
      const optional = this.#cursor.take('?') !== undefined;
      const name = this.#cursor.identifier().text;
      const colon = this.#expect(':');
      fields.push({ name, value: this.#expression(), optional, offset: colon.offset });
      if (!this.#cursor.take(',') && !this.#cursor.isSymbol('}')) this.#cursor.expect('}', { orElse: [','] });
    }
    return { kind: 'struct', typeName, fields, offset: open.offset };
  }

  #list(): Expression {
    const open = this.#expect('[');
    const elements: ListElement[] = [];
    while (!this.#cursor.take(']')) {
      const optional = this.#cursor.take('?') !== undefined;
      elements.push({ value: this.#expression(), optional });
      if (!this.#cursor.take(',') && !this.#cursor.isSymbol(']')) this.#cursor.expect(']', { orElse: [','] });
    }
    return { kind: 'list', elements, offset: open.offset };
  }

  #map(): Expression {
    const open = this.#expect('{');
    const entries: MapEntry[] = [];
    while (!this.#cursor.take('}')) {
      const optional = this.#cursor.take('?') !== undefined;
      const key = this.#expression();
      const colon = this.#expect(':');
      entries.push({ key, value: this.#expression(), optional, offset: colon.offset });
      if (!this.#cursor.take(',') && !this.#cursor.isSymbol('}')) this.#cursor.expect('}', { orElse: [','] });
    }
    return { kind: 'map', entries, offset: open.offset };
  }

  #arguments(): Expression[] {
    if (this.#cursor.take(')')) return [];
    const args = [this.#expression()];
    while (this.#cursor.take(',')) args.push(this.#expression());
    this.#expect(')');
    return args;
  }

  #literal(): Expression {
    const { offset } = this.#cursor.peek();
    const sign = this.#cursor.take('-') === undefined ? '' : '-';
    const token = this.#cursor.peek();
    this.#cursor.skip();
    try {
      return { kind: 'literal', value: literalValue(token, sign), offset };
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error;
      this.#problems.push({ message: error.message, offset });
      return { kind: 'literal', value: null, offset };
    }
  }

  #call(name: string, args: readonly Expression[], offset: number, target?: Expression): Expression {
    const call: CallExpression = {
      kind: 'call',
      name,
      ...(target === undefined ? {} : { target }),
      args,
      offset,
    };
    try {
      return expandMacro(call satisfies MacroArguments) ?? call;
    } catch (error) {
      if (!(error instanceof MacroError)) throw error;
      this.#problems.push({ message: error.message, offset: error.offset });
      return call;
    }
  }

  #deeper<Result>(levels: number, read: () => Result): Result {
    this.#limit(levels);
    this.#depth += levels;
    const result = read();
    this.#depth -= levels;
    return result;
  }

  #limit(levels: number): void {
    if (this.#depth + levels > deepest) {
      throw new SyntaxProblem(`expression recursion limit exceeded: ${deepest}`, undefined);
    }
  }

  #expect(text: string): Token {
    return this.#cursor.expect(text, { isOutermost: this.#depth === 1 });
  }
}
