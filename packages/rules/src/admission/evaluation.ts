import type { Authorize } from '../cel/libraries/access-check.ts';
import { authorizer, resourceAuthorizer } from '../cel/libraries/authorization.ts';
import { Meter } from '../cel/evaluate/meter.ts';
import { callLimit, type Program } from '../cel/evaluate/program.ts';
import type { Variables } from '../cel/evaluate/scope.ts';
import { CostExceeded, EvaluationError } from '../cel/values/evaluation-error.ts';
import { valueOfJson } from '../cel/values/json-values.ts';
import type { Value } from '../cel/values/value.ts';
import { isObject } from '../json.ts';
import type { AdmissionExpression } from './compile.ts';
import { LazyVariables } from './lazy-variables.ts';

/** What expressions can read, as JSON; undefined and null are the same. */
export interface AdmissionInputs {
  readonly object: unknown;
  readonly oldObject: unknown;
  /** The request of an AdmissionReview without its objects. */
  readonly request: unknown;
  /** The Namespace of the object. */
  readonly namespaceObject?: unknown;
  /** The params of a policy. */
  readonly params?: unknown;
  /** Decides authorization checks. */
  readonly authorize?: Authorize | undefined;
}

/** An evaluation: the value of an expression, or why it has none. */
export type Evaluation =
  | { readonly value: Value; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** The expressions of a policy, or of the conditions of a webhook, exceed their budget. */
export class OutOfBudget extends Error {
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/** Evaluates expressions on one request. Each variable of a policy is evaluated once, when it is first read. */
export class Evaluator {
  readonly #values: Variables;
  readonly #variables: LazyVariables | undefined;
  #budget: number;

  constructor(
    inputs: AdmissionInputs,
    budget: number,
    variables: ReadonlyMap<string, AdmissionExpression> = new Map(),
  ) {
    const values = valuesOf(inputs);
    this.#budget = budget;
    this.#variables = new LazyVariables(variables, () => this.#values);
    this.#values = { ...values, variables: this.#variables };
  }

  /** What is left of the budget. */
  get budget(): number {
    return this.#budget;
  }

  /** Throws OutOfBudget if the expression and the variables that it reads cost more than what is left. */
  evaluate({ expression, program, problem }: AdmissionExpression): Evaluation {
    if (program === undefined) return { problem: `compilation error: ${problem ?? ''}` };
    const meter = new Meter(callLimit);
    const evaluation = this.#run(program, expression, meter);
    this.#spend(this.#variables?.takeCost() ?? 0);
    this.#spend(meter.spent);
    return evaluation;
  }

  #run(program: Program, expression: string, meter: Meter): Evaluation {
    try {
      return { value: program.runMetered(this.#values, meter) };
    } catch (error) {
      if (!(error instanceof EvaluationError || error instanceof CostExceeded)) throw error;
      return { problem: `expression '${expression}' resulted in error: ${error.message}` };
    }
  }

  #spend(cost: number): void {
    if (cost > this.#budget) throw new OutOfBudget();
    this.#budget -= cost;
  }
}

function valuesOf({ authorize, request, ...inputs }: AdmissionInputs): Variables {
  return {
    object: valueOfJson(inputs.object),
    oldObject: valueOfJson(inputs.oldObject),
    namespaceObject: valueOfJson(inputs.namespaceObject),
    params: valueOfJson(inputs.params),
    request: valueOfJson(request),
    ...(authorize && {
      authorizer: authorizer(authorize),
      'authorizer.requestResource': resourceAuthorizer(authorize, requestResource(request)),
    }),
  };
}

function requestResource(request: unknown): Parameters<typeof resourceAuthorizer>[1] {
  if (!isObject(request)) return {};
  const { requestResource: resource, requestSubResource, namespace, name } = request;
  const { group, resource: plural } = isObject(resource) ? resource : {};
  return {
    group: text(group),
    resource: text(plural),
    subresource: text(requestSubResource),
    namespace: text(namespace),
    name: text(name),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
