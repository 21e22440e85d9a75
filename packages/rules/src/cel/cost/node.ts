import type { Expression } from '../syntax/expression.ts';
import type { Type } from '../types/type.ts';
import type { Range } from './range.ts';

/** A part of an expression, as the costs of functions look at it. */
export interface CostNode {
  readonly type: Type;
  /** Absent for the elements of a list, which no node of the expression represents. */
  readonly expression?: Expression;
  /** From a variable through the schema; empty for what is computed. */
  readonly path: readonly string[];
  /** How large its values are, if that is known from the expression. */
  readonly size: Range | undefined;
}

/** What a call costs without its arguments, and how large its result is. */
export interface CallEstimate {
  readonly cost: Range;
  readonly size?: Range;
}

/** How large the values of a part are; without knowledge anything. */
export type SizeOf = (node: CostNode) => Range;
