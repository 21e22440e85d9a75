/** The text does not follow the grammar, so the parser cannot continue. */
export class SyntaxProblem extends Error {
  /** Absent if the problem concerns the whole expression. */
  readonly offset: number | undefined;

  constructor(message: string, offset: number | undefined) {
    super(message);
    this.offset = offset;
  }
}
