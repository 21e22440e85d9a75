import { check } from '../../../src/cel/check/check.ts';
import { programOf } from '../../../src/cel/evaluate/program.ts';
import { kubernetesFunctions, kubernetesTypes } from '../../../src/cel/libraries/kubernetes.ts';
import { parse } from '../../../src/cel/syntax/parse.ts';
import { formatType, type Type } from '../../../src/cel/types/type.ts';
import { equals } from '../../../src/cel/values/equality.ts';
import { EvaluationError } from '../../../src/cel/values/evaluation-error.ts';
import type { Value } from '../../../src/cel/values/value.ts';
import type { SpecTest } from './suite.ts';
import { typeOf, Unsupported, valueOf } from './values.ts';

/** Runs a test as the API server would: parse, check, evaluate. Undefined when it passes, else what went wrong. */
export function failureOf(test: SpecTest): string | undefined {
  try {
    return compare(test, resultOf(test));
  } catch (error) {
    if (error instanceof Unsupported) return `uses ${error.message}`;
    throw error;
  }
}

interface Result {
  readonly type?: Type;
  readonly value?: Value;
  /** Why there is no value. */
  readonly failure?: string;
}

function resultOf({ bindings = {}, checkOnly = false, expr, typeEnv = [] }: SpecTest): Result {
  const variables: Record<string, Value> = {};
  for (const [name, { value }] of Object.entries(bindings)) variables[name] = valueOf(value);
  if (typeEnv.some((declaration) => declaration.function !== undefined))
    throw new Unsupported('functions that the test declares');
  const types = new Map(typeEnv.map(({ name, ident }) => [name, typeOf(ident?.type ?? { dyn: {} })]));

  const { source, expression, problems } = parse(expr);
  if (expression === undefined) return { failure: `does not parse: ${problems[0]?.message}` };
  const result = check(source, expression, {
    variables: types,
    functions: kubernetesFunctions,
    types: kubernetesTypes,
  });
  if (result.checked === undefined) return { failure: `does not check: ${result.problems[0]?.message}` };
  const { type } = result.checked;
  if (checkOnly) return { type };
  try {
    return { type, value: programOf(result.checked).run(variables) };
  } catch (error) {
    if (error instanceof EvaluationError) return { type, failure: error.message };
    throw error;
  }
}

function compare(test: SpecTest, { failure, type, value }: Result): string | undefined {
  if (test.evalError !== undefined)
    return failure === undefined ? 'gives a value instead of an error' : undefined;
  if (failure !== undefined) return failure;
  const deduced = test.typedResult?.deducedType;
  if (deduced !== undefined && type !== undefined) {
    const [expected, actual] = [formatType(typeOf(deduced)), formatType(type)];
    if (expected !== actual) return `has type ${actual} instead of ${expected}`;
  }
  if (test.checkOnly === true) return undefined;
  const expected = valueOf(test.value ?? test.typedResult?.result ?? { boolValue: true });
  if (Number.isNaN(expected) && Number.isNaN(value)) return undefined;
  return equals(expected, value!) ? undefined : `gives ${show(value!)} instead of ${show(expected)}`;
}

function show(value: Value): string {
  return typeof value === 'bigint'
    ? `${value}`
    : (JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ??
        String(value));
}
