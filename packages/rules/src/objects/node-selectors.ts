import { type FieldError, forbidden, invalid, required } from '../field-errors.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { labelValueProblems } from '../names/qualified-names.ts';
import { invalids, qualifiedName, textIn, textsIn } from './fields.ts';

/** Terms of which a node must match at least one. */
export function validateNodeSelector(selector: JsonObject, path: string): FieldError[] {
  const terms = objectsIn(selector['nodeSelectorTerms']);
  const at = `${path}.nodeSelectorTerms`;
  if (terms.length === 0) return [required(at, 'must have at least one node selector term')];
  return terms.flatMap((term, i) => validateNodeSelectorTerm(term, `${at}[${i}]`));
}

/** What a node must match, by its labels and its name. */
export function validateNodeSelectorTerm(term: JsonObject, path: string): FieldError[] {
  return [
    ...objectsIn(term['matchExpressions']).flatMap((one, i) =>
      validateExpression(one, `${path}.matchExpressions[${i}]`),
    ),
    ...objectsIn(term['matchFields']).flatMap((one, i) => validateField(one, `${path}.matchFields[${i}]`)),
  ];
}

function validateExpression(expression: JsonObject, path: string): FieldError[] {
  const operator = textIn(expression, 'operator');
  const values = textsIn(expression['values']);
  const at = `${path}.values`;
  return [
    ...operatorErrors(operator, values.length, path),
    ...qualifiedName(textIn(expression, 'key'), `${path}.key`),
    ...(operator === 'In' || operator === 'NotIn'
      ? values.flatMap((value, i) => invalids(`${at}[${i}]`, value, labelValueProblems(value)))
      : []),
  ];
}

function operatorErrors(operator: string, values: number, path: string): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values > 0
        ? []
        : [required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return values === 0
        ? []
        : [forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      return values === 1
        ? []
        : [required(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalid(`${path}.operator`, operator, 'not a valid selector operator')];
  }
}

/** Nodes are selected by name only. */
function validateField(requirement: JsonObject, path: string): FieldError[] {
  const [key, operator] = [textIn(requirement, 'key'), textIn(requirement, 'operator')];
  const values = textsIn(requirement['values']);
  const count = values.length;
  return [
    ...(operator === 'In' || operator === 'NotIn'
      ? count === 1
        ? []
        : [
            required(
              `${path}.values`,
              "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
            ),
          ]
      : [invalid(`${path}.operator`, operator, 'not a valid selector operator')]),
    ...(key === 'metadata.name' ? [] : [invalid(`${path}.key`, key, 'not a valid field selector key')]),
  ];
}
