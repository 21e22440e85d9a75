import { badRequest, StatusError } from '../status-errors.ts';
import type { Matches } from './stored-object.ts';

type Labels = Readonly<Record<string, string>>;
type Requirement = (labels: Labels) => boolean;

const operators = 'in, notin, =, ==, !=, gt, lt';

/** Reads `app=cache,tier in (a, b),!old` as the API server does, and refuses in its words what it cannot read. */
export function labelSelector(text: string): Matches {
  const tokens = new Tokens(text);
  const requirements: Requirement[] = [];
  while (!tokens.atEnd) {
    requirements.push(requirement(tokens));
    if (tokens.atEnd) break;
    tokens.expect([','], "expected: ',' or 'end of string'");
    if (tokens.atEnd) refuse("found '', expected: identifier after ','");
  }
  return ({ metadata: { labels = {} } }) => requirements.every((holds) => holds(labels));
}

function requirement(tokens: Tokens): Requirement {
  const isNegated = tokens.accept('!');
  const key = tokens.identifier("expected: '!', identifier, or 'end of string'");
  if (isNegated) return (labels) => labels[key] === undefined;
  if (tokens.atEnd || tokens.peek() === ',') return (labels) => labels[key] !== undefined;
  switch (tokens.expect(['=', '==', '!=', 'in', 'notin', '<', '>'], `expected: ${operators}`)) {
    case 'in':
      return oneOf(key, tokens.values());
    case 'notin':
      return not(oneOf(key, tokens.values()));
    case '!=':
      return not(oneOf(key, [tokens.value()]));
    case '<':
      return compared(key, tokens.value(), (value, bound) => value < bound);
    case '>':
      return compared(key, tokens.value(), (value, bound) => value > bound);
    default:
      return oneOf(key, [tokens.value()]);
  }
}

function oneOf(key: string, values: readonly string[]): Requirement {
  return ({ [key]: value }) => value !== undefined && values.includes(value);
}

const not =
  (holds: Requirement): Requirement =>
  (labels) =>
    !holds(labels);

function compared(key: string, bound: string, holds: (a: number, b: number) => boolean): Requirement {
  if (!/^-?\d+$/.test(bound)) refuse("for 'Gt', 'Lt' operators, the value must be an integer");
  return ({ [key]: value }) =>
    value !== undefined && /^-?\d+$/.test(value) && holds(Number(value), Number(bound));
}

function refuse(problem: string): never {
  throw new StatusError(badRequest(`unable to parse requirement: ${problem}`));
}

const symbols: ReadonlySet<string> = new Set([',', '!', '=', '==', '!=', '<', '>', '(', ')']);

/** The words and symbols of a selector, one after the other. */
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
    const isThere = this.peek() === token;
    if (isThere) this.#at += 1;
    return isThere;
  }

  expect(tokens: readonly string[], expectation: string): string {
    const token = this.peek();
    if (!tokens.includes(token)) refuse(`found '${token}', ${expectation}`);
    this.#at += 1;
    return token;
  }

  identifier(expectation: string): string {
    const token = this.peek();
    if (token === '' || symbols.has(token)) refuse(`found '${token}', ${expectation}`);
    this.#at += 1;
    return token;
  }

  /** What is compared with; nothing at all is the empty value. */
  value(): string {
    if (this.atEnd || this.peek() === ',') return '';
    return this.identifier('expected: identifier');
  }

  /** A list in parentheses. */
  values(): string[] {
    this.expect(['('], "expected: '('");
    if (this.atEnd) refuse("found '', expected: ',', ')' or identifier");
    const values = [this.value()];
    while (this.accept(',')) values.push(this.peek() === ')' ? '' : this.value());
    this.expect([')'], "expected: ',' or ')'");
    return values;
  }
}
