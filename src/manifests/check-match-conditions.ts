import { isObject } from '@opgen/rules/json';
import { qualifiedNameProblems } from '@opgen/rules/names';
import { mostConditions } from '@opgen/rules/webhooks';

/** Parses and type-checks a CEL expression. Returns the error, or undefined if the API server accepts it. */
export type WrongInExpression = (expression: string) => string | undefined;

/** Why the API server rejects the match conditions of a webhook, or undefined if it accepts them. */
export function wrongInMatchConditions(
  conditions: unknown,
  wrongInExpression: WrongInExpression,
): string | undefined {
  if (!Array.isArray(conditions)) return 'they must be a list of objects with name and expression';
  if (conditions.length > mostConditions)
    return `there are ${conditions.length}, but the API server accepts at most ${mostConditions}`;
  const names = new Set<string>();
  for (const condition of conditions as unknown[]) {
    const { name, expression, ...others } = isObject(condition) ? condition : {};
    const [other] = Object.keys(others);
    if (other !== undefined)
      return `unknown field '${other}': the fields of a condition are name and expression`;
    if (typeof name !== 'string' || qualifiedNameProblems(name).length > 0)
      return `each condition requires a name, such as exclude-leases`;
    if (names.has(name)) return `duplicate name '${name}'`;
    if (typeof expression !== 'string' || expression.trim() === '') return `'${name}' has no expression`;
    const wrong = wrongInExpression(expression);
    if (wrong !== undefined) return `the CEL expression of '${name}' is invalid: ${wrong}`;
    names.add(name);
  }
  return undefined;
}
