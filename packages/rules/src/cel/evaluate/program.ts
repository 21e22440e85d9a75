import type { CheckedExpression } from '../check/checked-expression.ts';
import type { Value } from '../values/value.ts';
import { Meter } from './meter.ts';
import { plan } from './plan.ts';
import { type Variables, bindAll } from './scope.ts';

/** A checked expression, ready to be evaluated any number of times. */
export interface Program {
  /** Throws an EvaluationError when there is no value, and CostExceeded when it would take too much. */
  run(variables: Variables): Value;
  /** The cost of an evaluation is added to the meter; it ends the evaluation when its limit is reached. */
  runMetered(variables: Variables, meter: Meter): Value;
}

/** What one evaluation may cost on the API server. */
export const callLimit = 1_000_000;

export function programOf(checked: CheckedExpression): Program {
  const evaluate = plan(checked);
  return {
    run: (variables) => evaluate(bindAll(variables), new Meter(callLimit)),
    runMetered: (variables, meter) => evaluate(bindAll(variables), meter),
  };
}
