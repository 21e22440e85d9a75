/** The evaluation failed: a missing key, an overflow, arguments that an operation does not support. */
export class EvaluationError extends Error {}

/** No overload of a function accepts these arguments. The API server has a message of its own for this case. */
export class NoSuchOverload extends EvaluationError {
  constructor() {
    super('no such overload');
  }
}

/** The evaluation exceeded its cost limit. Unlike other errors, `||` and `&&` do not absorb it. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}
