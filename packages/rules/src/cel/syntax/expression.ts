/** The value of a uint literal. The value of an int literal is a bigint, and that of a double literal is a number. */
export interface UintLiteral {
  readonly uint: bigint;
}

export type LiteralValue = null | boolean | bigint | UintLiteral | number | string | Uint8Array;

/**
 * A node of a parsed expression. Macros (all, map, has …) are already expanded. The offset is the place that errors
 * name: a name's or literal's first character, an operator, a select's dot, the opening bracket of a call.
 */
export type Expression =
  | LiteralExpression
  | IdentifierExpression
  | SelectExpression
  | CallExpression
  | ListExpression
  | MapExpression
  | StructExpression
  | ComprehensionExpression;

interface Node {
  readonly offset: number;
}

export interface LiteralExpression extends Node {
  readonly kind: 'literal';
  readonly value: LiteralValue;
}

export interface IdentifierExpression extends Node {
  readonly kind: 'identifier';
  readonly name: string;
}

export interface SelectExpression extends Node {
  readonly kind: 'select';
  readonly operand: Expression;
  readonly field: string;
  /** `has(operand.field)`: tests only the presence. */
  readonly presence: boolean;
}

/** A function or, with a target, a method; operators are functions named as _+_, _[_], !_ and so on. */
export interface CallExpression extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly target?: Expression;
  readonly args: readonly Expression[];
}

export interface ListElement {
  readonly value: Expression;
  /** [?value]: adds an element only if the optional has a value. */
  readonly optional: boolean;
}

export interface ListExpression extends Node {
  readonly kind: 'list';
  readonly elements: readonly ListElement[];
}

export interface MapEntry extends Node {
  readonly key: Expression;
  readonly value: Expression;
  readonly optional: boolean;
}

export interface MapExpression extends Node {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

export interface StructField extends Node {
  readonly name: string;
  readonly value: Expression;
  readonly optional: boolean;
}

export interface StructExpression extends Node {
  readonly kind: 'struct';
  readonly typeName: string;
  readonly fields: readonly StructField[];
}

/** Iteration over a list or map, to which macros expand. Condition, step and result can read the accumulator. */
export interface ComprehensionExpression extends Node {
  readonly kind: 'comprehension';
  readonly range: Expression;
  readonly variable: string;
  readonly secondVariable?: string;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}
