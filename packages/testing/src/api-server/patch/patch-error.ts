/**
 * A patch that cannot be parsed (400), is too large (413), cannot be applied (422), or is a failure of the server
 * (500).
 */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly code: 400 | 413 | 422 | 500;
  readonly reason: 'BadRequest' | 'RequestEntityTooLarge' | 'Invalid';

  constructor(code: 400 | 413 | 422 | 500, message: string) {
    super(message);
    this.code = code;
    this.reason = code === 400 ? 'BadRequest' : code === 413 ? 'RequestEntityTooLarge' : 'Invalid';
  }
}

/** A `test` operation of a JSON patch found another value. */
export class PatchTestFailed extends PatchError {
  constructor(message: string) {
    super(422, message);
  }
}
