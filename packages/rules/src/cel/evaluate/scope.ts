import { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';

/**
 * The value of a name and the names around it. A fold's accumulator may be an error, which later elements can still
 * turn into a value (false && error is false): reading it throws the error.
 */
export interface Scope {
  readonly name: string;
  readonly value: Value | EvaluationError;
  readonly outer: Scope | undefined;
}

export function lookup(scope: Scope | undefined, name: string): Value {
  for (let current = scope; current !== undefined; current = current.outer) {
    if (current.name !== name) continue;
    if (current.value instanceof EvaluationError) throw current.value;
    return current.value;
  }
  throw new EvaluationError(`no such attribute(s): ${name}`);
}

/** The variables of an expression. Reading a variable without a value is an evaluation error. */
export type Variables = Readonly<Record<string, Value | EvaluationError>>;

export function bindAll(variables: Variables): Scope | undefined {
  let scope: Scope | undefined;
  for (const [name, value] of Object.entries(variables)) scope = { name, value, outer: scope };
  return scope;
}
