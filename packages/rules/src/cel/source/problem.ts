/** A place in an expression: line and column count from 1, the column in characters (not UTF-16 units). */
export interface Place {
  /** UTF-16 offset into the text. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A syntax or type error of an expression, and its place. */
export interface Problem {
  readonly message: string;
  /** Absent if the problem concerns the whole expression. */
  readonly place?: Place;
}
