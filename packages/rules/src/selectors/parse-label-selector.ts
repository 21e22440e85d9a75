import { isInteger, type Requirement } from './label-selector.ts';
import { SelectorError } from './selector-error.ts';

const operators = 'in, notin, =, ==, !=, gt, lt';

/** Parses `app=cache,tier in (a, b),!old` as the API server does; throws SelectorError if it cannot. */
export function parseLabelSelector(text: string): Requirement[] {
  const tokens = new Tokens(text);
  const requirements: Requirement[] = [];
  while (!tokens.atEnd) {
    requirements.push(requirement(tokens));
    if (tokens.atEnd) break;
    tokens.expect([','], "expected: ',' or 'end of string'");
    if (tokens.atEnd) fail("found '', expected: identifier after ','");
  }
  return requirements;
}

function requirement(tokens: Tokens): Requirement {
  const isNegated = tokens.accept('!');
  const key = tokens.identifier("expected: '!', identifier, or 'end of string'");
  if (isNegated) return { key, operator: 'DoesNotExist', values: [] };
  if (tokens.atEnd || tokens.peek() === ',') return { key, operator: 'Exists', values: [] };
  switch (tokens.expect(['=', '==', '!=', 'in', 'notin', '<', '>'], `expected: ${operators}`)) {
    case 'in':
      return { key, operator: 'In', values: tokens.values() };
    case 'notin':
      return { key, operator: 'NotIn', values: tokens.values() };
    case '!=':
      return { key, operator: 'NotIn', values: [tokens.value()] };
    case '<':
      return { key, operator: 'LessThan', values: [bound(tokens)] };
    case '>':
      return { key, operator: 'GreaterThan', values: [bound(tokens)] };
    default:
      return { key, operator: 'In', values: [tokens.value()] };
  }
}

function bound(tokens: Tokens): string {
  const value = tokens.value();
  if (!isInteger(value)) fail("for 'Gt', 'Lt' operators, the value must be an integer");
  return value;
}

function fail(problem: string): never {
  throw new SelectorError(`unable to parse requirement: ${problem}`);
}

const symbols: ReadonlySet<string> = new Set([',', '!', '=', '==', '!=', '<', '>', '(', ')']);

/** The tokens of a selector, read from left to right. */
class Tokens {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/==|!=|[=!<>(),]|[^\s=!<>(),]+/g) ?? [];
  }

  get atEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  accept(token: string): boolean {
    const isNext = this.peek() === token;
    if (isNext) this.#at += 1;
    return isNext;
  }

  expect(tokens: readonly string[], expectation: string): string {
    const token = this.peek();
    if (!tokens.includes(token)) fail(`found '${token}', ${expectation}`);
    this.#at += 1;
    return token;
  }

  identifier(expectation: string): string {
    const token = this.peek();
    if (token === '' || symbols.has(token)) fail(`found '${token}', ${expectation}`);
    this.#at += 1;
    return token;
  }

  /** The value to compare with. An absent value is the empty one. */
  value(): string {
    if (this.atEnd || this.peek() === ',') return '';
    return this.identifier('expected: identifier');
  }

  /** A list in parentheses. */
  values(): string[] {
    this.expect(['('], "expected: '('");
    if (this.atEnd) fail("found '', expected: ',', ')' or identifier");
    // Go parses `()` as a list of one empty value.
    if (this.accept(')')) return [''];
    const values = [this.value()];
    while (this.accept(',')) values.push(this.peek() === ')' ? '' : this.value());
    this.expect([')'], "expected: ',' or ')'");
    return values;
  }
}
