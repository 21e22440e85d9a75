/** The expressions in code that opgen generates, in as much detail as the layout needs. */
export type Expression =
  /** A name, a literal, or anything else that does not break. */
  | { type: 'atom'; text: string }
  | { type: 'object'; members: readonly Member[] }
  | { type: 'array'; items: readonly Expression[] }
  | { type: 'prefixed'; prefix: string; operand: Expression }
  | { type: 'binary'; operator: string; operands: readonly Expression[] }
  | { type: 'chain'; root: Expression; links: readonly Link[] };

/** `name: value`, `name`, or `...value`. */
export interface Member {
  key: string | undefined;
  value: Expression;
}

/** An element of a chain after its root: `.name`, `<Type>(argument)`, or `!`. */
export type Link =
  | { type: 'property'; text: string }
  | { type: 'call'; typeArguments: string; args: readonly Expression[] }
  | { type: 'non-null' };

/** The line contains syntax that this module does not support. */
export class UnreadableLine extends Error {}

/** A type, in as much detail as the layout needs. */
export type Type =
  | { type: 'named'; name: string; args: readonly (readonly Type[])[]; suffix: string }
  /** `(A | B)[]` */
  | { type: 'bracketed'; types: readonly Type[]; suffix: string };

const string = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/;
const operators = [' && ', ' || ', ' ?? '];

/** Parses a line from left to right. Throws UnreadableLine on unsupported syntax; the caller then keeps the line. */
export class LineReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get rest(): string {
    return this.#text.slice(this.#position);
  }

  /** Consumes the text that the pattern matches at the current position. */
  take(pattern: RegExp): string | undefined {
    const found = new RegExp(pattern.source, 'y');
    found.lastIndex = this.#position;
    const text = found.exec(this.#text)?.[0];
    this.#position += text?.length ?? 0;
    return text;
  }

  expect(pattern: RegExp): string {
    const found = this.take(pattern);
    if (found === undefined) throw new UnreadableLine(this.rest);
    return found;
  }

  expression(): Expression {
    // The arguments of this call are on the following lines.
    const open = this.take(/[\w$.]+(?:<[\w$]+>)?\([{[]?$/);
    if (open !== undefined) return { type: 'atom', text: open };
    const first = this.#operand();
    const operator = operators.find((text) => this.rest.startsWith(text));
    if (operator === undefined) return first;
    const operands = [first];
    while (this.rest.startsWith(operator)) {
      this.#position += operator.length;
      operands.push(this.#operand());
    }
    return { type: 'binary', operator: operator.trim(), operands };
  }

  /** Parses the items of a list up to its closing bracket. */
  list<Item>(close: RegExp, item: () => Item): Item[] {
    const items: Item[] = [];
    this.take(/ /);
    for (let isFirst = true; this.take(close) === undefined; isFirst = false) {
      if (!isFirst) this.expect(/, /);
      items.push(item());
      this.take(/ (?=\})/);
    }
    return items;
  }

  /** The types of a union; a type that is not a union is a single element. */
  union(): Type[] {
    const types = [this.#type()];
    while (this.take(/ \| /) !== undefined) types.push(this.#type());
    return types;
  }

  #type(): Type {
    if (this.take(/\(/) !== undefined) {
      const types = this.union();
      return { type: 'bracketed', types, suffix: this.expect(/\)(?:\[\])+/).slice(1) };
    }
    const name = this.expect(new RegExp(`${string.source}|-?[\\w$.]+`));
    const args = this.take(/</) === undefined ? [] : this.list(/>/, () => this.union());
    return { type: 'named', name, args, suffix: this.take(/(?:\[\])+/) ?? '' };
  }

  #operand(): Expression {
    const prefix = this.take(/await |new |typeof |!|-/);
    if (prefix !== undefined) return { type: 'prefixed', prefix, operand: this.#operand() };
    const root = this.#root();
    const links: Link[] = [];
    for (let link = this.link(); link !== undefined; link = this.link()) links.push(link);
    return links.length === 0 ? root : { type: 'chain', root, links };
  }

  link(): Link | undefined {
    const property = this.take(/\??\.#?[\w$]+/);
    if (property !== undefined) return { type: 'property', text: property };
    const index = this.take(/\['[^']*'\]|\[\d+\]/);
    if (index !== undefined) return { type: 'property', text: index };
    if (this.take(/!/) !== undefined) return { type: 'non-null' };
    const typeArguments = this.take(/<[\w$]+>(?=\()/) ?? '';
    if (this.take(/\(/) === undefined) return undefined;
    return { type: 'call', typeArguments, args: this.list(/\)/, () => this.expression()) };
  }

  #root(): Expression {
    if (this.take(/\{/) !== undefined)
      return { type: 'object', members: this.list(/\}/, () => this.#member()) };
    if (this.take(/\[/) !== undefined)
      return { type: 'array', items: this.list(/\]/, () => this.expression()) };
    return { type: 'atom', text: this.expect(new RegExp(`${string.source}|\`[^\`]*\`|[\\w$]+`)) };
  }

  #member(): Member {
    if (this.take(/\.\.\./) !== undefined)
      return { key: undefined, value: { type: 'prefixed', prefix: '...', operand: this.expression() } };
    const key = this.take(/(?:[\w$]+|'[^']*'): /);
    return { key: key?.slice(0, -2), value: this.expression() };
  }
}
