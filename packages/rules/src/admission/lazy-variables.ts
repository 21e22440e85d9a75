import { Meter } from '../cel/evaluate/meter.ts';
import { callLimit } from '../cel/evaluate/program.ts';
import type { Variables } from '../cel/evaluate/scope.ts';
import { unescapeProperty } from '../cel/schema/escaping.ts';
import { CostExceeded, EvaluationError } from '../cel/values/evaluation-error.ts';
import type { Mapping, Value } from '../cel/values/value.ts';
import type { AdmissionExpression } from './compile.ts';

/** The value of `variables`: the variables of a policy, each evaluated when it is first read. */
export class LazyVariables implements Mapping {
  readonly kind = 'map';
  readonly typeName = 'kubernetes.variables';
  readonly #expressions: ReadonlyMap<string, AdmissionExpression>;
  readonly #values: () => Variables;
  readonly #known = new Map<string, Value | EvaluationError>();
  #cost = 0;

  constructor(expressions: ReadonlyMap<string, AdmissionExpression>, values: () => Variables) {
    this.#expressions = expressions;
    this.#values = values;
  }

  get size(): number {
    return this.#expressions.size;
  }

  keys(): Iterable<string> {
    return this.#expressions.keys();
  }

  find(key: Value): Value | undefined {
    const name = typeof key === 'string' ? unescapeProperty(key) : undefined;
    const expression = name === undefined ? undefined : this.#expressions.get(name);
    if (name === undefined || expression === undefined) return undefined;
    const value = this.#known.get(name) ?? this.#evaluate(name, expression);
    this.#known.set(name, value);
    if (value instanceof EvaluationError) throw value;
    return value;
  }

  equals(other: Value): boolean {
    return other === this;
  }

  /** The cost of the variables that were evaluated since the last call. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  #evaluate(name: string, { program, problem }: AdmissionExpression): Value | EvaluationError {
    if (program === undefined)
      return new EvaluationError(`composited variable "${name}" fails to compile: ${problem ?? ''}`);
    const meter = new Meter(callLimit);
    try {
      return program.runMetered(this.#values(), meter);
    } catch (error) {
      if (!(error instanceof EvaluationError || error instanceof CostExceeded)) throw error;
      return new EvaluationError(`composited variable "${name}" fails to evaluate: ${error.message}`);
    } finally {
      this.#cost += meter.spent;
    }
  }
}
