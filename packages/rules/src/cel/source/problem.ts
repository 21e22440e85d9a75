/** A place in an expression: line and column count from 1, the column in characters (not UTF-16 units). */
export interface Place {
  /** UTF-16 offset into the text. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** What is wrong with an expression, and where. */
export interface Problem {
  readonly message: string;
  /** Absent when the expression as a whole is meant. */
  readonly place?: Place;
}
