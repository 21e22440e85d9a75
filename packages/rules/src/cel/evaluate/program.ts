import type { CheckedExpression } from '../check/checked-expression.ts';
import type { Value } from '../values/value.ts';
import { Meter } from './meter.ts';
import { plan } from './plan.ts';
import { type Variables, bindAll } from './scope.ts';

/** A checked expression, ready to be evaluated any number of times. */
export interface Program {
  /** Throws an EvaluationError if the evaluation fails, and CostExceeded if it exceeds the cost limit. */
  run(variables: Variables): Value;
  /** Adds the cost of the evaluation to the meter, which ends the evaluation at its limit. */
  runMetered(variables: Variables, meter: Meter): Value;
}

/** The API server's cost limit for one evaluation. */
export const callLimit = 1_000_000;

export function programOf(checked: CheckedExpression): Program {
  const evaluate = plan(checked);
  return {
    run: (variables) => evaluate(bindAll(variables), new Meter(callLimit)),
    runMetered: (variables, meter) => evaluate(bindAll(variables), meter),
  };
}
