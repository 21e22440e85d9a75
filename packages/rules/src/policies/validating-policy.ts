import { type AdmissionExpression, compileExpression } from '../admission/compile.ts';
import { type AdmissionInputs, type Evaluation, Evaluator, OutOfBudget } from '../admission/evaluation.ts';
import { compileCondition, judgeCompiled } from '../admission/match-conditions.ts';
import { boolType, nullType, stringType } from '../cel/types/type.ts';
import { typeNameOf } from '../cel/values/value.ts';
import { policyBudget } from './budget.ts';
import { PolicyVariables } from './variables.ts';
import type { AuditAnnotation, ValidatingAdmissionPolicy, Validation } from './policy.ts';

/** The API server ignores a longer result of a messageExpression, in bytes. */
const longestMessage = 5 * 1024;

/** A validation that is not satisfied, or an expression that cannot be evaluated. */
export interface Violation {
  readonly message: string;
  /** The reason of the Status; absent for an expression that cannot be evaluated. */
  readonly reason?: string;
  /** The place of the validation in the policy. */
  readonly index: number;
}

/** What a policy says about a request. */
export interface PolicyVerdict {
  readonly violations: readonly Violation[];
  /** The values of auditAnnotations by their keys. */
  readonly annotations: ReadonlyMap<string, string>;
  /** Why auditAnnotations cannot be evaluated; denies the request whatever the actions of the binding. */
  readonly annotationProblems: readonly string[];
}

const nothing: PolicyVerdict = { violations: [], annotations: new Map(), annotationProblems: [] };

/** A compiled ValidatingAdmissionPolicy. */
export class ValidatingPolicy {
  readonly #validations: readonly Validation[];
  readonly #annotations: readonly AuditAnnotation[];
  readonly #isLenient: boolean;
  readonly #variables: PolicyVariables;
  readonly #conditions: readonly AdmissionExpression[];
  readonly #expressions: readonly AdmissionExpression[];
  readonly #messages: readonly (AdmissionExpression | undefined)[];
  readonly #values: readonly AdmissionExpression[];

  constructor({ spec }: ValidatingAdmissionPolicy) {
    const { validations = [], auditAnnotations = [], matchConditions = [], failurePolicy } = spec;
    const params = spec.paramKind !== undefined;
    this.#validations = validations;
    this.#annotations = auditAnnotations;
    this.#isLenient = failurePolicy === 'Ignore';
    this.#variables = new PolicyVariables({ params, authorizer: true }, spec.variables);
    const variables = this.#variables.types;
    const names = { params, authorizer: true, variables };
    this.#conditions = matchConditions.map(({ expression }) => compileCondition(expression, names));
    this.#expressions = validations.map(({ expression }) => compileExpression(expression, names, [boolType]));
    this.#messages = validations.map(({ messageExpression = '' }) =>
      messageExpression === ''
        ? undefined
        : compileExpression(messageExpression, { params, variables }, [stringType]),
    );
    this.#values = auditAnnotations.map(({ valueExpression }) =>
      compileExpression(valueExpression, names, [stringType, nullType]),
    );
  }

  /** Evaluates the policy on a request. */
  judge(inputs: AdmissionInputs): PolicyVerdict {
    const { matches, problems } = judgeCompiled(this.#conditions, inputs, this.#variables.expressions);
    if (!matches) return nothing;
    if (problems.length > 0) return this.#failed(listed(problems));
    try {
      return { violations: this.#violations(inputs), ...this.#annotated(inputs) };
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      return this.#failed(error.message);
    }
  }

  #failed(message: string): PolicyVerdict {
    return this.#isLenient ? nothing : { ...nothing, violations: [{ message, index: 0 }] };
  }

  #violations(inputs: AdmissionInputs): Violation[] {
    const evaluator = this.#evaluator(inputs, policyBudget);
    const results = this.#expressions.map((expression) => evaluator.evaluate(expression));
    const messages = this.#evaluatedMessages(inputs, evaluator.budget);
    return results.flatMap((result, index) => {
      if (result.problem === undefined && messages instanceof OutOfBudget)
        return this.#problem(`failed messageExpression: ${messages.message}`, index);
      if (result.problem !== undefined) return this.#problem(result.problem, index);
      if (result.value === true) return [];
      const validation = this.#validations[index]!;
      const evaluated = messages instanceof OutOfBudget ? undefined : messages[index];
      return [{ message: messageOf(validation, evaluated), reason: validation.reason ?? 'Invalid', index }];
    });
  }

  #problem(message: string, index: number): Violation[] {
    return this.#isLenient ? [] : [{ message, index }];
  }

  /** The API server evaluates all messages, even those of validations that are satisfied. */
  #evaluatedMessages(inputs: AdmissionInputs, budget: number): (Evaluation | undefined)[] | OutOfBudget {
    const evaluator = this.#evaluator({ ...inputs, authorize: undefined }, budget);
    try {
      return this.#messages.map((message) => message && evaluator.evaluate(message));
    } catch (error) {
      if (error instanceof OutOfBudget) return error;
      throw error;
    }
  }

  #annotated(inputs: AdmissionInputs): Omit<PolicyVerdict, 'violations'> {
    const evaluator = this.#evaluator({ ...inputs, authorize: undefined }, policyBudget);
    const annotations = new Map<string, string>();
    const annotationProblems: string[] = [];
    for (const [index, expression] of this.#values.entries()) {
      const { key, valueExpression } = this.#annotations[index]!;
      const { value, problem } = evaluator.evaluate(expression);
      if (problem !== undefined) {
        if (!this.#isLenient) annotationProblems.push(problem);
      } else if (typeof value === 'string') {
        if (value.trim() !== '') annotations.set(key, value.trim());
      } else if (value !== null) {
        annotationProblems.push(
          `valueExpression '${valueExpression}' resulted in unsupported return type: ${typeNameOf(value)}. ` +
            'Return type must be either string or null.',
        );
      }
    }
    return { annotations, annotationProblems };
  }

  #evaluator(inputs: AdmissionInputs, budget: number): Evaluator {
    return new Evaluator(inputs, budget, this.#variables.expressions);
  }
}

/** Several problems as Go prints aggregated errors. */
function listed(problems: readonly string[]): string {
  return problems.length === 1 ? String(problems[0]) : `[${problems.join(', ')}]`;
}

function messageOf({ message = '', expression }: Validation, evaluated: Evaluation | undefined): string {
  const text = typeof evaluated?.value === 'string' ? evaluated.value.trim() : '';
  const isPrintable = !text.includes('\n') && new TextEncoder().encode(text).length <= longestMessage;
  return (isPrintable && text) || message.trim() || `failed expression: ${expression.trim()}`;
}
