import type { Problem } from '../source/problem.ts';
import type { Source } from '../source/source.ts';
import type { Expression } from '../syntax/expression.ts';
import type { CheckedExpression } from './checked-expression.ts';
import { Checker } from './checker.ts';
import type { Environment } from './environment.ts';
import { checkLiterals } from './literals.ts';

export interface CheckResult {
  /** Present exactly if there are no problems. */
  readonly checked?: CheckedExpression;
  readonly problems: readonly Problem[];
}

/** Resolves every name and call of an expression, and determines the type of every part. */
export function check(source: Source, expression: Expression, environment: Environment): CheckResult {
  const checker = new Checker(environment);
  const checked = checker.check(expression);
  const found = checker.problems.length > 0 ? checker.problems : checkLiterals(checked);
  const problems = found.map(({ message, offset }) => source.problem(message, offset));
  return problems.length > 0 ? { problems } : { checked, problems };
}
