import { check } from '../../src/cel/check/check.ts';
import { programOf } from '../../src/cel/evaluate/program.ts';
import { kubernetesFunctions, kubernetesTypes } from '../../src/cel/libraries/kubernetes.ts';
import { parse } from '../../src/cel/syntax/parse.ts';
import { dynType } from '../../src/cel/types/type.ts';
import { EvaluationError } from '../../src/cel/values/evaluation-error.ts';
import type { Value } from '../../src/cel/values/value.ts';

/** The value of an expression; as text what is wrong with it before or while it is evaluated. */
export function evaluated(text: string, variables: Readonly<Record<string, Value>> = {}): Value {
  const { source, expression, problems } = parse(text);
  if (expression === undefined) return `does not parse: ${problems.map(({ message }) => message).join('; ')}`;
  const result = check(source, expression, {
    variables: new Map(Object.keys(variables).map((name) => [name, dynType])),
    functions: kubernetesFunctions,
    types: kubernetesTypes,
  });
  if (result.checked === undefined) {
    return `does not check: ${result.problems.map(({ message }) => message).join('; ')}`;
  }
  try {
    return programOf(result.checked).run(variables);
  } catch (error) {
    if (error instanceof EvaluationError) return `error: ${error.message}`;
    throw error;
  }
}
