import type { Expression } from '../syntax/expression.ts';
import type { Type } from '../types/type.ts';
import type { Range } from './range.ts';

/** The properties of a subexpression that the cost of a call depends on. */
export interface CostNode {
  readonly type: Type;
  /** Absent for the elements of a list, which no node of the expression represents. */
  readonly expression?: Expression;
  /** The path from a variable through the schema; empty for a computed value. */
  readonly path: readonly string[];
  /** The size of its values, if the expression determines it. */
  readonly size: Range | undefined;
}

/** The cost of a call without its arguments, and the size of its result. */
export interface CallEstimate {
  readonly cost: Range;
  readonly size?: Range;
}

/** The size of a subexpression's values, from the expression or the schema; unbounded if unknown. */
export type SizeOf = (node: CostNode) => Range;
