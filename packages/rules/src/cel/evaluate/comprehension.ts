import type { ComprehensionExpression, Expression } from '../syntax/expression.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { type Value, isList, isMapping, typeNameOf } from '../values/value.ts';
import { type Evaluate, settled } from './evaluate.ts';
import type { Scope } from './scope.ts';

/** A comprehension, to which macros such as `all`, `exists`, `map` and `filter` expand. `plan` compiles its parts. */
export function planComprehension(
  expression: ComprehensionExpression,
  plan: (part: Expression) => Evaluate,
): Evaluate {
  const { variable, secondVariable, accumulator } = expression;
  const range = plan(expression.range);
  const initial = plan(expression.initial);
  const condition = plan(expression.condition);
  const step = plan(expression.step);
  const result = plan(expression.result);
  return (scope, meter) => {
    const elements = elementsOf(range(scope, meter), secondVariable !== undefined);
    let folded: Scope = { name: accumulator, value: settled(initial, scope, meter), outer: scope };
    for (const [first, second] of elements) {
      let inner: Scope = { name: variable, value: first, outer: folded };
      if (secondVariable !== undefined) inner = { name: secondVariable, value: second, outer: inner };
      if (settled(condition, inner, meter) === false) break;
      folded = { name: accumulator, value: settled(step, inner, meter), outer: scope };
    }
    return result(folded, meter);
  };
}

/** What a comprehension iterates over: elements or keys; with two variables, index and element or key and value. */
function* elementsOf(range: Value, pairs: boolean): Iterable<readonly [Value, Value]> {
  if (isList(range)) {
    let index = 0n;
    for (const item of range) yield pairs ? [index++, item] : [item, null];
  } else if (isMapping(range)) {
    for (const key of range.keys()) yield [key, pairs ? range.find(key)! : null];
  } else {
    throw new EvaluationError(
      `got 'types.${goTypes[typeNameOf(range)] ?? typeNameOf(range)}', expected iterable type`,
    );
  }
}

/** The API server's names for types that a comprehension cannot iterate over. */
const goTypes: Readonly<Record<string, string>> = {
  bool: 'Bool',
  bytes: 'Bytes',
  double: 'Double',
  int: 'Int',
  null_type: 'Null',
  string: 'String',
  uint: 'Uint',
};
