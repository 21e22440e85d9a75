import type {
  CallExpression,
  Expression,
  ListElement,
  LiteralValue,
  MapEntry,
  StructField,
} from './expression.ts';
import { type MacroArguments, MacroError, expandMacro } from './macros.ts';
import { products, relations, reservedWords, sums } from './operators.ts';
import { SyntaxProblem } from './syntax-error.ts';
import type { Token } from './token.ts';
import { LiteralError, bytesLiteral, stringLiteral } from './unescape.ts';

/** How deep an expression may nest; the server's limit. It also keeps every walk over the tree within the stack. */
const deepest = 250;

const operandTokens =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

export interface ParserProblem {
  readonly message: string;
  /** Absent when the expression as a whole is meant. */
  readonly offset: number | undefined;
}

/** A recursive descent over the tokens of one expression. */
export class Parser {
  readonly #problems: ParserProblem[] = [];
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The expression, if it follows the grammar; it may have problems all the same. */
  parse(): { readonly expression?: Expression; readonly problems: readonly ParserProblem[] } {
    try {
      const expression = this.#expression();
      const { kind, text, offset } = this.#peek();
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
      const question = this.#take('?');
      if (question === undefined) return condition;
      const yes = this.#logical('||', '_||_', () => this.#logical('&&', '_&&_', () => this.#relation()));
      this.#expect(':');
      return this.#call('_?_:_', [condition, yes, this.#expression()], question.offset);
    });
  }

  /** A chain of && or || becomes a balanced tree, so that a long chain is not a deep one. */
  #logical(symbol: string, name: string, operand: () => Expression): Expression {
    const terms = [operand()];
    const offsets: number[] = [];
    for (let operator = this.#take(symbol); operator !== undefined; operator = this.#take(symbol)) {
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
      const { kind, text, offset } = this.#peek();
      const name = kind === 'symbol' && Object.hasOwn(operators, text) ? operators[text] : undefined;
      if (name === undefined) return left;
      this.#limit(length);
      this.#next++;
      left = this.#call(name, [left, operand()], offset);
    }
  }

  #unary(): Expression {
    const { offset, text } = this.#peek();
    const symbol = this.#isSymbol('!') ? '!' : '-';
    let count = 0;
    if (!this.#isNegativeNumber()) while (this.#take(symbol)) count++;
    const operand = this.#members(this.#primary());
    if (count % 2 === 0) return operand;
    return this.#call(text === '!' ? '!_' : '-_', [operand], offset);
  }

  /** A minus directly before a number belongs to the literal, so that the smallest integer can be written. */
  #isNegativeNumber(): boolean {
    const after = this.#tokens[this.#next + 1];
    return this.#isSymbol('-') && (after?.kind === 'int' || after?.kind === 'double');
  }

  #members(operand: Expression): Expression {
    let expression = operand;
    for (let length = 1; ; length++) {
      const { offset } = this.#peek();
      if (!this.#isSymbol('.') && !this.#isSymbol('[')) return expression;
      this.#limit(length);
      expression = this.#take('.') ? this.#select(expression, offset) : this.#index(expression);
    }
  }

  #select(operand: Expression, dot: number): Expression {
    const optional = this.#take('?') !== undefined;
    const name = this.#peek();
    if (name.kind === 'quoted identifier') {
      this.#problems.push({ message: "unsupported syntax: '`'", offset: name.offset });
    } else if (name.kind !== 'identifier') {
      const input = name.kind === 'end' ? '.' : `.${name.text}`;
      throw new SyntaxProblem(`Syntax error: no viable alternative at input '${input}'`, name.offset);
    }
    this.#next++;
    const open = this.#peek();
    if (optional) {
      const field: Expression = { kind: 'literal', value: name.text, offset: name.offset };
      return { kind: 'call', name: '_?._', args: [operand, field], offset: dot };
    }
    if (this.#take('(')) return this.#call(name.text, this.#arguments(), open.offset, operand);
    return { kind: 'select', operand, field: name.text, presence: false, offset: dot };
  }

  #index(operand: Expression): Expression {
    const open = this.#expect('[');
    const name = this.#take('?') ? '_[?_]' : '_[_]';
    const index = this.#expression();
    this.#expect(']');
    return { kind: 'call', name, args: [operand, index], offset: open.offset };
  }

  #primary(): Expression {
    const { kind, text, offset } = this.#peek();
    if (kind === 'identifier' || this.#isSymbol('.')) return this.#named();
    if (this.#isNegativeNumber()) return this.#literal();
    if (this.#isSymbol('(')) {
      this.#next++;
      const expression = this.#expression();
      this.#expect(')');
      return expression;
    }
    if (this.#isSymbol('[')) return this.#list();
    if (this.#isSymbol('{')) return this.#map();
    if (kind !== 'symbol' && kind !== 'end' && kind !== 'quoted identifier') return this.#literal();
    if (this.#isSymbol('true') || this.#isSymbol('false') || this.#isSymbol('null')) return this.#literal();
    throw new SyntaxProblem(`Syntax error: mismatched input '${text}' expecting ${operandTokens}`, offset);
  }

  #named(): Expression {
    const start = this.#peek();
    const dot = this.#take('.') === undefined ? '' : '.';
    const name = this.#identifier();
    const open = this.#peek();
    if (this.#isStruct()) return this.#struct(dot, name);
    const called = this.#take('(') !== undefined;
    const args = called ? this.#arguments() : [];
    if (reservedWords.has(name.text)) {
      this.#problems.push({ message: `reserved identifier: ${name.text}`, offset: start.offset });
    }
    if (called) return this.#call(dot + name.text, args, open.offset);
    return { kind: 'identifier', name: dot + name.text, offset: name.offset };
  }

  /** Whether names with dots and then an opening brace follow: the fields of a message. */
  #isStruct(): boolean {
    let next = this.#next;
    while (this.#tokens[next]?.text === '.' && this.#tokens[next + 1]?.kind === 'identifier') next += 2;
    const token = this.#tokens[next];
    return token?.kind === 'symbol' && token.text === '{';
  }

  #struct(dot: string, first: Token): Expression {
    let typeName = dot + first.text;
    while (this.#take('.')) typeName += `.${this.#identifier().text}`;
    const open = this.#expect('{');
    const fields: StructField[] = [];
    while (!this.#take('}')) {
      const optional = this.#take('?') !== undefined;
      const name = this.#identifier().text;
      const colon = this.#expect(':');
      fields.push({ name, value: this.#expression(), optional, offset: colon.offset });
      if (!this.#take(',') && !this.#isSymbol('}')) this.#expect('}', [',']);
    }
    return { kind: 'struct', typeName, fields, offset: open.offset };
  }

  #list(): Expression {
    const open = this.#expect('[');
    const elements: ListElement[] = [];
    while (!this.#take(']')) {
      const optional = this.#take('?') !== undefined;
      elements.push({ value: this.#expression(), optional });
      if (!this.#take(',') && !this.#isSymbol(']')) this.#expect(']', [',']);
    }
    return { kind: 'list', elements, offset: open.offset };
  }

  #map(): Expression {
    const open = this.#expect('{');
    const entries: MapEntry[] = [];
    while (!this.#take('}')) {
      const optional = this.#take('?') !== undefined;
      const key = this.#expression();
      const colon = this.#expect(':');
      entries.push({ key, value: this.#expression(), optional, offset: colon.offset });
      if (!this.#take(',') && !this.#isSymbol('}')) this.#expect('}', [',']);
    }
    return { kind: 'map', entries, offset: open.offset };
  }

  #arguments(): Expression[] {
    if (this.#take(')')) return [];
    const args = [this.#expression()];
    while (this.#take(',')) args.push(this.#expression());
    this.#expect(')');
    return args;
  }

  #literal(): Expression {
    const { offset } = this.#peek();
    const sign = this.#take('-') === undefined ? '' : '-';
    const token = this.#peek();
    this.#next++;
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

  #identifier(): Token {
    const token = this.#peek();
    if (token.kind !== 'identifier') {
      throw new SyntaxProblem(
        `Syntax error: mismatched input '${token.text}' expecting IDENTIFIER`,
        token.offset,
      );
    }
    this.#next++;
    return token;
  }

  #peek(): Token {
    return this.#tokens[this.#next]!;
  }

  #isSymbol(text: string): boolean {
    const token = this.#peek();
    return token.kind === 'symbol' && token.text === text;
  }

  #take(text: string): Token | undefined {
    return this.#isSymbol(text) ? this.#tokens[this.#next++] : undefined;
  }

  #expect(text: string, orElse: readonly string[] = []): Token {
    const { text: found, offset } = this.#peek();
    const token = this.#take(text);
    if (token !== undefined) return token;
    const after = this.#tokens[this.#next + 1];
    if (after?.kind === 'symbol' && after.text === text) {
      throw new SyntaxProblem(`Syntax error: extraneous input '${found}' expecting '${text}'`, offset);
    }
    if (orElse.length === 0 && this.#canFollow(text)) {
      throw new SyntaxProblem(`Syntax error: missing '${text}' at '${found}'`, offset);
    }
    const wanted = [text, ...orElse].map((symbol) => `'${symbol}'`).join(', ');
    const shown = orElse.length === 0 ? wanted : `{${wanted}}`;
    throw new SyntaxProblem(`Syntax error: mismatched input '${found}' expecting ${shown}`, offset);
  }

  /** Whether the text would go on well here if a symbol that is missing were there. */
  #canFollow(missing: string): boolean {
    const { kind, text } = this.#peek();
    const isOperand =
      (kind !== 'symbol' && kind !== 'end') || ['(', '[', '{', '!', 'true', 'false', 'null'].includes(text);
    if (missing === ':') return isOperand;
    return kind === 'end' ? this.#depth === 1 : !isOperand;
  }
}

function literalValue({ kind, text }: Token, sign: string): LiteralValue {
  switch (kind) {
    case 'int': {
      const value = sign === '' ? BigInt(text) : -BigInt(text);
      if (BigInt.asIntN(64, value) !== value) throw new LiteralError('invalid int literal');
      return value;
    }
    case 'uint': {
      const value = BigInt(text.slice(0, -1));
      if (BigInt.asUintN(64, value) !== value) throw new LiteralError('invalid uint literal');
      return { uint: value };
    }
    case 'double': {
      const value = Number(sign + text);
      if (!Number.isFinite(value)) throw new LiteralError('invalid double literal');
      return value;
    }
    case 'string':
      return stringLiteral(text);
    case 'bytes':
      return bytesLiteral(text);
    default:
      return text === 'null' ? null : text === 'true';
  }
}
