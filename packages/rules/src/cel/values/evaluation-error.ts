/** An evaluation that has no value: a missing key, an overflow, an operation its arguments do not know. */
export class EvaluationError extends Error {}

/** No overload of a function takes these arguments. The API server words this case on its own. */
export class NoSuchOverload extends EvaluationError {
  constructor() {
    super('no such overload');
  }
}

/** The evaluation did more work than it may. Nothing absorbs it, not even || and &&. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}
