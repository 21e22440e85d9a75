import { check } from '../cel/check/check.ts';
import type { Environment } from '../cel/check/environment.ts';
import { type Program, programOf } from '../cel/evaluate/program.ts';
import { kubernetesFunctions, kubernetesTypes } from '../cel/libraries/kubernetes.ts';
import type { Problem } from '../cel/source/problem.ts';
import { parse } from '../cel/syntax/parse.ts';
import { dynType, formatType, type Type } from '../cel/types/type.ts';
import type { Value } from '../cel/values/value.ts';
import { requestType } from './request-type.ts';
import type { MatchCondition } from './webhook-configuration.ts';
import { valueOfJson } from '../cel/values/json-values.ts';

/** Without `authorizer`: conditions that use it are rejected, because they cannot be evaluated. */
const variables = new Map<string, Type>([
  ['object', dynType],
  ['oldObject', dynType],
  ['request', requestType],
]);
const environment: Environment = { variables, functions: kubernetesFunctions, types: kubernetesTypes };

/** The compiled expression, or the API server's message if it does not compile. */
export function compileCondition(expression: string): Program | string {
  const { source, expression: parsed, problems } = parse(expression);
  if (parsed === undefined) return `compilation failed: ${source.print(problems)}`;
  const { checked, problems: found } = check(source, parsed, environment);
  if (checked === undefined) return `compilation failed: ${source.print(found)}`;
  const { type } = checked;
  return type.kind === 'bool' ? programOf(checked) : `must evaluate to bool but got ${formatType(type)}`;
}

/** Compile errors of a condition. Conditions that use `authorizer` are only parsed. */
export function problemsOfCondition(expression: string): readonly Problem[] {
  const { source, expression: parsed, problems } = parse(expression);
  if (parsed === undefined || /\bauthorizer\b/.test(expression)) return problems;
  const { checked, problems: found } = check(source, parsed, environment);
  if (checked === undefined || checked.type.kind === 'bool') return found;
  return [{ message: `must evaluate to bool but got ${formatType(checked.type)}` }];
}

/** What the match conditions of a webhook decide about a request. */
export interface Judgement {
  /** False if a condition evaluates to false, even if others fail. */
  readonly matches: boolean;
  /** Which conditions could not be evaluated, and why. */
  readonly problems: readonly string[];
}

/** Evaluates match conditions on a request. Values are JSON. */
export function judge(
  conditions: readonly MatchCondition[],
  { object, oldObject, request }: { object: unknown; oldObject: unknown; request: unknown },
): Judgement {
  const values: Record<string, Value> = {
    object: valueOfJson(object),
    oldObject: valueOfJson(oldObject),
    request: valueOfJson(request),
  };
  const problems: string[] = [];
  for (const { expression } of conditions) {
    try {
      const program = compileCondition(expression);
      if (typeof program === 'string') throw new Error(program);
      if (program.run(values) === false) return { matches: false, problems: [] };
    } catch (error) {
      problems.push(`expression '${expression}' resulted in error: ${(error as Error).message}`);
    }
  }
  return { matches: true, problems };
}
