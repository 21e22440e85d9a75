import { type AdmissionExpression, compileExpression } from '../admission/compile.ts';
import { type AdmissionInputs, Evaluator, OutOfBudget } from '../admission/evaluation.ts';
import { compileCondition, type Judgement, judgeCompiled } from '../admission/match-conditions.ts';
import { jsonPatchType, objectPatchType } from '../admission/patch-types.ts';
import { listType } from '../cel/types/type.ts';
import { EvaluationError } from '../cel/values/evaluation-error.ts';
import { jsonOfValue } from '../cel/values/json-of-value.ts';
import { isList, isMapping, type Mapping, type Value } from '../cel/values/value.ts';
import type { JsonObject } from '../json.ts';
import { policyBudget } from './budget.ts';
import type { MutatingAdmissionPolicy, Mutation } from './policy.ts';
import { PolicyVariables } from './variables.ts';

/** What a mutation changes. */
export type PolicyPatch =
  | { readonly type: 'ApplyConfiguration'; readonly configuration: JsonObject }
  | { readonly type: 'JSONPatch'; readonly operations: readonly unknown[] };

/** A mutation cannot be evaluated; the failurePolicy decides whether the request fails too. */
export class MutationError extends Error {
  override readonly name = 'MutationError';
}

/** A compiled MutatingAdmissionPolicy. */
export class MutatingPolicy {
  readonly #variables: PolicyVariables;
  readonly #conditions: readonly AdmissionExpression[];
  readonly #mutations: readonly CompiledMutation[];

  constructor({ spec }: MutatingAdmissionPolicy) {
    const { mutations = [], matchConditions = [], paramKind } = spec;
    const params = paramKind !== undefined;
    this.#variables = new PolicyVariables({ params, authorizer: true }, spec.variables);
    const names = { params, authorizer: true, variables: this.#variables.types };
    this.#conditions = matchConditions.map(({ expression }) => compileCondition(expression, names));
    this.#mutations = mutations.map((mutation) => ({
      type: mutation.patchType,
      expression: compileMutation(mutation, names),
    }));
  }

  /** Whether the match conditions of the policy match a request. */
  matches(inputs: AdmissionInputs): Judgement {
    return judgeCompiled(this.#conditions, inputs, this.#variables.expressions);
  }

  /** The number of mutations, which are evaluated one after another. */
  get size(): number {
    return this.#mutations.length;
  }

  /** Evaluates a mutation on the object as the earlier ones have changed it. Throws a MutationError. */
  patch(index: number, inputs: AdmissionInputs): PolicyPatch {
    const { type, expression } = this.#mutations[index]!;
    const value = this.#evaluate(expression, inputs);
    try {
      return type === 'JSONPatch'
        ? { type, operations: operationsOf(value) }
        : { type, configuration: configurationOf(value) };
    } catch (error) {
      if (error instanceof EvaluationError) throw new MutationError(error.message);
      throw error;
    }
  }

  #evaluate(expression: AdmissionExpression, inputs: AdmissionInputs): Value {
    if (expression.problem !== undefined) throw new MutationError(expression.problem);
    try {
      const evaluator = new Evaluator(inputs, policyBudget, this.#variables.expressions);
      const { value, problem } = evaluator.evaluate(expression);
      if (problem !== undefined) throw new MutationError(problem);
      return value;
    } catch (error) {
      throw error instanceof OutOfBudget ? new MutationError(error.message) : error;
    }
  }
}

interface CompiledMutation {
  readonly type: Mutation['patchType'];
  readonly expression: AdmissionExpression;
}

/** Compiles the expression of a mutation. */
export function compileMutation(
  { patchType, jsonPatch, applyConfiguration }: Mutation,
  names: Parameters<typeof compileExpression>[1],
): AdmissionExpression {
  const [given, type] =
    patchType === 'JSONPatch' ? [jsonPatch, listType(jsonPatchType)] : [applyConfiguration, objectPatchType];
  return compileExpression(given?.expression ?? '', { ...names, patches: true }, [type]);
}

function operationsOf(value: Value): readonly unknown[] {
  if (!isList(value)) throw new EvaluationError('the expression returns no list');
  return [...value].map((operation) => {
    const content = isMapping(operation) ? operation.find('value') : undefined;
    if (content !== undefined && isMapping(content) && content.typeName !== undefined)
      requireTypeNames(content, content.typeName);
    return jsonOfValue(operation);
  });
}

function configurationOf(value: Value): JsonObject {
  if (isMapping(value)) requireTypeNames(value, objectPatchType.name);
  return jsonOfValue(value) as JsonObject;
}

/** Objects must be of the type of their field: `Object.spec{…}` for the field `spec` of an `Object{…}`. */
function requireTypeNames(value: Mapping, path: string): void {
  const problems = typeNameProblems(value, path);
  if (problems.length > 0) throw new EvaluationError(`type mismatch: ${problems.join('\n')}`);
}

function typeNameProblems(value: Value, path: string): string[] {
  if (isList(value)) return [...value].flatMap((item) => typeNameProblems(item, path));
  if (!isMapping(value)) return [];
  const { typeName } = value;
  const fields = [...value.keys()].map((key) => [key, value.find(key)!] as const);
  if (typeName === undefined) return fields.flatMap(([, part]) => typeNameProblems(part, path));
  const rule = 'which matches field name path from root Object type';
  return [
    ...(typeName === path ? [] : [`unexpected type name "${typeName}", expected "${path}", ${rule}`]),
    ...fields.flatMap(([key, part]) => typeNameProblems(part, `${path}.${String(key)}`)),
  ];
}
