import { labelValueProblems, qualifiedNameProblems } from '../names/qualified-names.ts';
import { type FieldError, forbidden, invalid, required } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateLabels } from '../metadata/validate-metadata.ts';

/** Rules for a selector with `matchLabels` and `matchExpressions`. */
export function validateLabelSelector(selector: unknown, path: string): FieldError[] {
  if (!isObject(selector)) return [];
  const { matchLabels, matchExpressions } = selector;
  const labels = (isObject(matchLabels) ? matchLabels : {}) as Record<string, string>;
  return [
    ...validateLabels(labels, `${path}.matchLabels`),
    ...objectsIn(matchExpressions).flatMap((one, i) =>
      validateRequirement(one, `${path}.matchExpressions[${i}]`),
    ),
  ];
}

function validateRequirement({ key, operator, values }: JsonObject, path: string): FieldError[] {
  const given = Array.isArray(values) ? values.map(String) : [];
  return [
    ...validateOperator(String(operator ?? ''), given.length, path),
    ...qualifiedNameProblems(String(key ?? '')).map((problem) => invalid(`${path}.key`, key ?? '', problem)),
    ...given.flatMap((value, i) =>
      labelValueProblems(value).map((problem) => invalid(`${path}.values[${i}]`, value, problem)),
    ),
  ];
}

/** The operators of `matchExpressions`, and whether they need values. */
export const takesValues: ReadonlyMap<string, boolean> = new Map([
  ['In', true],
  ['NotIn', true],
  ['Exists', false],
  ['DoesNotExist', false],
]);

function validateOperator(operator: string, values: number, path: string): FieldError[] {
  switch (takesValues.get(operator)) {
    case true:
      return values > 0
        ? []
        : [required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
    case false:
      return values === 0
        ? []
        : [forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return [invalid(`${path}.operator`, operator, 'not a valid selector operator')];
  }
}
