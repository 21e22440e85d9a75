import { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';
import type { Meter } from './meter.ts';
import type { Scope } from './scope.ts';

/** One step of an evaluation. A constant step already has its value and costs nothing. */
export interface Evaluate {
  (scope: Scope | undefined, meter: Meter): Value;
  readonly constant?: Value;
}

/** The value of an expression, or its error. */
export function settled(evaluate: Evaluate, scope: Scope | undefined, meter: Meter): Value | EvaluationError {
  try {
    return evaluate(scope, meter);
  } catch (error) {
    if (error instanceof EvaluationError) return error;
    throw error;
  }
}
