import { isObject } from '@opgen/rules/json';
import { labelValueProblems, qualifiedNameProblems } from '@opgen/rules/names';
import { takesValues } from '@opgen/rules/selectors';
import { nearestName } from '../diagnostics.ts';

const operators = [...takesValues.keys()];

/** Why the API server rejects a label selector, or undefined if it accepts it. */
export function wrongInLabelSelector(selector: unknown): string | undefined {
  if (!isObject(selector)) return 'it is an object with matchLabels or matchExpressions';
  const { matchExpressions = [], matchLabels = {}, ...others } = selector;
  const [other] = Object.keys(others);
  if (other !== undefined) return `it has no field '${other}', only matchLabels and matchExpressions`;
  if (!isObject(matchLabels)) return 'matchLabels maps labels to values';
  if (!Array.isArray(matchExpressions)) return 'matchExpressions is a list';
  for (const [label, value] of Object.entries(matchLabels)) {
    const wrong = wrongInLabel(label) ?? wrongInValue(value);
    if (wrong !== undefined) return wrong;
  }
  for (const expression of matchExpressions) {
    const wrong = wrongInExpression(expression);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongInExpression(expression: unknown): string | undefined {
  if (!isObject(expression)) return 'an expression has key, operator and values';
  const { key, operator, values, ...others } = expression;
  const [other] = Object.keys(others);
  if (other !== undefined) return `an expression has no field '${other}', only key, operator and values`;
  if (typeof key !== 'string') return 'an expression needs a key';
  if (typeof operator !== 'string' || !operators.includes(operator)) {
    const near = nearestName(String(operator), operators);
    return `the operator of ${key} is one of ${operators.join(', ')}${near === undefined ? '' : `; did you mean '${near}'?`}`;
  }
  const needsValues = takesValues.get(operator) === true;
  const given = values ?? [];
  if (!Array.isArray(given)) return `the values of ${key} are a list`;
  if (needsValues && given.length === 0) return `${operator} needs values for ${key}`;
  if (!needsValues && given.length > 0) return `${operator} takes no values, and ${key} has some`;
  return wrongInLabel(key) ?? given.map(wrongInValue).find((wrong) => wrong !== undefined);
}

function wrongInLabel(label: string): string | undefined {
  return qualifiedNameProblems(label).length === 0 ? undefined : `'${label}' is not the name of a label`;
}

function wrongInValue(value: unknown): string | undefined {
  if (typeof value !== 'string')
    return `the value ${JSON.stringify(value)} of a label is a text: put it in quotes`;
  return labelValueProblems(value).length === 0 ? undefined : `'${value}' is not the value of a label`;
}
