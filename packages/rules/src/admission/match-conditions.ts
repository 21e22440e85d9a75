import { check } from '../cel/check/check.ts';
import type { Problem } from '../cel/source/problem.ts';
import { parse } from '../cel/syntax/parse.ts';
import { boolType, formatType } from '../cel/types/type.ts';
import { type AdmissionExpression, compileExpression } from './compile.ts';
import { admissionEnvironment, type Names } from './environment.ts';
import { type AdmissionInputs, Evaluator, OutOfBudget } from './evaluation.ts';
import type { MatchCondition } from './match-condition.ts';

const ofWebhook: Names = { authorizer: true };

/** The API server's limit for the conditions of one webhook or policy together. */
const conditionsBudget = 2_500_000;

/** The compiled condition. */
export function compileCondition(expression: string, names: Names = ofWebhook): AdmissionExpression {
  return compileExpression(expression, names, [boolType]);
}

/** Compile errors of a condition of a webhook. */
export function problemsOfCondition(expression: string): readonly Problem[] {
  const { source, expression: parsed, problems } = parse(expression);
  if (parsed === undefined) return problems;
  const { checked, problems: found } = check(source, parsed, admissionEnvironment(ofWebhook));
  if (checked === undefined || checked.type.kind === 'bool') return found;
  return [{ message: `must evaluate to bool but got ${formatType(checked.type)}` }];
}

/** What match conditions decide about a request. */
export interface Judgement {
  /** False if a condition evaluates to false, even if others fail. */
  readonly matches: boolean;
  /** Which conditions could not be evaluated, and why. */
  readonly problems: readonly string[];
}

const compiled = new WeakMap<readonly MatchCondition[], readonly AdmissionExpression[]>();

/** Evaluates the match conditions of a webhook on a request. Values are JSON. */
export function judge(conditions: readonly MatchCondition[], inputs: AdmissionInputs): Judgement {
  const expressions =
    compiled.get(conditions) ?? conditions.map(({ expression }) => compileCondition(expression));
  compiled.set(conditions, expressions);
  return judgeCompiled(expressions, inputs);
}

/** Evaluates compiled match conditions, which may read the variables of a policy. */
export function judgeCompiled(
  conditions: readonly AdmissionExpression[],
  inputs: AdmissionInputs,
  variables?: ReadonlyMap<string, AdmissionExpression>,
): Judgement {
  const evaluator = new Evaluator({ ...inputs, namespaceObject: undefined }, conditionsBudget, variables);
  const problems: string[] = [];
  let isRefuted = false;
  try {
    for (const condition of conditions) {
      const { value, problem } = evaluator.evaluate(condition);
      if (problem !== undefined) problems.push(problem);
      if (value === false) isRefuted = true;
    }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return { matches: true, problems: [error.message] };
  }
  return isRefuted ? { matches: false, problems: [] } : { matches: true, problems };
}
