import { compileExpression } from '../admission/compile.ts';
import type { Names } from '../admission/environment.ts';
import { boolType, nullType, stringType } from '../cel/types/type.ts';
import { duplicates, type FieldError, invalid, oneOf, required } from '../field-errors.ts';
import { type JsonObject, metadataIn, objectsIn } from '../json.ts';
import { qualifiedNameProblems } from '../names/qualified-names.ts';
import { expressionErrors, specOf, textOf, validatePolicySpec, validateVariables } from './validate-spec.ts';

const mostAnnotations = 20;
/** Of an expression for an audit annotation, in bytes. */
const longestExpression = 5 * 1024;

/** The errors of a ValidatingAdmissionPolicy, defaults filled in. */
export function validateValidatingPolicy(policy: JsonObject, old?: JsonObject): FieldError[] {
  const spec = specOf(policy);
  const validations = objectsIn(spec['validations']);
  const annotations = objectsIn(spec['auditAnnotations']);
  const { variables, errors } = validateVariables(spec['variables'], namesOf(spec));
  const names = {
    ...namesOf(spec),
    // Without variables, `variables` is not declared.
    ...(objectsIn(spec['variables']).length > 0 && { variables: variables.types }),
  };
  return [
    ...validatePolicySpec(spec, specOf(old)),
    ...errors,
    ...(validations.length + annotations.length === 0 ? nothingToDo() : []),
    ...validations.flatMap((each, i) => validateValidation(each, names, `spec.validations[${i}]`)),
    ...validateAnnotations(annotations, names, textOf(metadataIn(policy)['name'])),
  ];
}

function namesOf(spec: JsonObject): Names {
  return { params: spec['paramKind'] !== undefined, authorizer: true };
}

function nothingToDo(): FieldError[] {
  const rule = 'validations or auditAnnotations must contain at least one item';
  return [required('spec.validations', rule), required('spec.auditAnnotations', rule)];
}

function validateValidation(validation: JsonObject, names: Names, path: string): FieldError[] {
  const expression = textOf(validation['expression']);
  return [
    ...(expression.trim() === ''
      ? [required(`${path}.expression`, 'expression is not specified')]
      : expressionErrors(compileExpression(expression, names, [boolType]), `${path}.expression`)),
    ...validateMessageExpression(textOf(validation['messageExpression']), names, `${path}.messageExpression`),
    ...validateMessage(textOf(validation['message']), `${path}.message`),
    ...oneOf(validation['reason'], ['Forbidden', 'Invalid', 'RequestEntityTooLarge'], `${path}.reason`),
  ];
}

function validateMessageExpression(expression: string, names: Names, path: string): FieldError[] {
  if (expression === '') return [];
  if (expression.trim() === '') return [invalid(path, expression, 'must be non-empty if specified')];
  return expressionErrors(compileExpression(expression, { ...names, authorizer: false }, [stringType]), path);
}

function validateMessage(message: string, path: string): FieldError[] {
  if (message !== '' && message.trim() === '')
    return [invalid(path, message, 'must be non-empty if specified')];
  return /[\n\r]/.test(message.trim()) ? [invalid(path, message, 'must not contain line breaks')] : [];
}

function validateAnnotations(annotations: readonly JsonObject[], names: Names, policy: string): FieldError[] {
  const path = 'spec.auditAnnotations';
  const tooMany = `must not have more than ${mostAnnotations} auditAnnotations`;
  return [
    ...(annotations.length > mostAnnotations ? [invalid(path, annotations, tooMany)] : []),
    ...annotations.flatMap((annotation, i) => [
      ...validateKey(textOf(annotation['key']), policy, `${path}[${i}].key`),
      ...validateValue(textOf(annotation['valueExpression']), names, `${path}[${i}].valueExpression`),
    ]),
    ...duplicates(annotations.map(({ key }, i) => [`${path}[${i}].key`, key] as const)),
  ];
}

function validateKey(key: string, policy: string, path: string): FieldError[] {
  if (policy === '') return [invalid(path, key, 'requires metadata.name be non-empty')];
  const name = `${policy}/${key}`;
  return qualifiedNameProblems(name).map((problem) => invalid(path, name, problem));
}

function validateValue(expression: string, names: Names, path: string): FieldError[] {
  const trimmed = expression.trim();
  if (trimmed === '') return [required(path, 'valueExpression is not specified')];
  if (new TextEncoder().encode(trimmed).length > longestExpression)
    return [required(path, `must not exceed ${longestExpression} bytes in length`)];
  return expressionErrors(compileExpression(trimmed, names, [stringType, nullType]), path, expression);
}
