/** The text does not follow the grammar; the rest of it cannot be read. */
export class SyntaxProblem extends Error {
  /** Absent when the expression as a whole is meant. */
  readonly offset: number | undefined;

  constructor(message: string, offset: number | undefined) {
    super(message);
    this.offset = offset;
  }
}
