import { isObject } from '@opgen/rules/json';
import { labelValueProblems, qualifiedNameProblems } from '@opgen/rules/names';
import { takesValues } from '@opgen/rules/selectors';
import { nearestName } from '../diagnostics.ts';

const operators = [...takesValues.keys()];

/** Why the API server rejects a label selector, or undefined if it accepts it. */
export function wrongInLabelSelector(selector: unknown): string | undefined {
  if (!isObject(selector)) return 'it must be an object with matchLabels or matchExpressions';
  const { matchExpressions = [], matchLabels = {}, ...others } = selector;
  const [other] = Object.keys(others);
  if (other !== undefined) return `unknown field '${other}': its fields are matchLabels and matchExpressions`;
  if (!isObject(matchLabels)) return 'matchLabels must be a map';
  if (!Array.isArray(matchExpressions)) return 'matchExpressions must be a list';
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
  if (!isObject(expression)) return 'an expression must be an object with key, operator and values';
  const { key, operator, values, ...others } = expression;
  const [other] = Object.keys(others);
  if (other !== undefined)
    return `unknown field '${other}': the fields of an expression are key, operator and values`;
  if (typeof key !== 'string') return 'an expression requires a key';
  if (typeof operator !== 'string' || !operators.includes(operator)) {
    const near = nearestName(String(operator), operators);
    return `the operator of ${key} must be one of ${operators.join(', ')}${near === undefined ? '' : `; did you mean '${near}'?`}`;
  }
  const needsValues = takesValues.get(operator) === true;
  const given = values ?? [];
  if (!Array.isArray(given)) return `the values of ${key} must be a list`;
  if (needsValues && given.length === 0) return `the operator ${operator} of ${key} requires values`;
  if (!needsValues && given.length > 0) return `the operator ${operator} of ${key} takes no values`;
  return wrongInLabel(key) ?? given.map(wrongInValue).find((wrong) => wrong !== undefined);
}

function wrongInLabel(label: string): string | undefined {
  return qualifiedNameProblems(label).length === 0 ? undefined : `'${label}' is not a valid label key`;
}

function wrongInValue(value: unknown): string | undefined {
  if (typeof value !== 'string')
    return `the label value ${JSON.stringify(value)} must be a string: put it in quotes`;
  return labelValueProblems(value).length === 0 ? undefined : `'${value}' is not a valid label value`;
}
