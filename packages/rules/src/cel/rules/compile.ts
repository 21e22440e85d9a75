import { check } from '../check/check.ts';
import type { CheckedExpression } from '../check/checked-expression.ts';
import type { Environment } from '../check/environment.ts';
import { estimateCost } from '../cost/estimate.ts';
import { type Program, programOf } from '../evaluate/program.ts';
import type { SchemaType } from '../schema/schema-type.ts';
import type { Problem } from '../source/problem.ts';
import { parse } from '../syntax/parse.ts';
import { EvaluationError } from '../values/evaluation-error.ts';

/** An expression that can be evaluated. */
export interface Compiled {
  readonly program: Program;
  readonly checked: CheckedExpression;
  /** The estimated maximum cost of an evaluation. */
  readonly cost: bigint;
}

/** Why an expression cannot be evaluated. */
export interface CompileFailure {
  /** The API server's message, with all problems. */
  readonly message: string;
  /** Each problem with its place; empty when the expression as a whole has the wrong type. */
  readonly problems: readonly Problem[];
}

/** The text before a failure: that of a rule or of a messageExpression. */
export interface Wording {
  readonly compilation: string;
  readonly type: string;
  readonly instantiation: string;
}

/** Compiles an expression that must return a value of one type. */
export function compile(
  text: string,
  environment: Environment,
  wanted: 'bool' | 'string',
  self: SchemaType,
  wording: Wording,
): Compiled | CompileFailure {
  const { source, expression, problems } = parse(text);
  if (expression === undefined)
    return { message: `${wording.compilation}: ${source.print(problems)}`, problems };
  const result = check(source, expression, environment);
  if (result.checked === undefined) {
    return { message: `${wording.compilation}: ${source.print(result.problems)}`, problems: result.problems };
  }
  const { checked } = result;
  if (checked.type.kind !== wanted) return { message: wording.type, problems: [{ message: wording.type }] };
  try {
    return { program: programOf(checked), checked, cost: estimateCost(checked, self).max };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { message: `${wording.instantiation}: ${error.message}`, problems: [{ message: error.message }] };
  }
}

export function isFailure(result: Compiled | CompileFailure): result is CompileFailure {
  return 'problems' in result;
}
