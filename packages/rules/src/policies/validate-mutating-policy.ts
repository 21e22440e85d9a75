import type { Names } from '../admission/environment.ts';
import { type FieldError, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { compileMutation } from './mutating-policy.ts';
import {
  expressionErrors,
  specOf,
  textOf,
  validateMutatingOperations,
  validatePolicySpec,
  validateVariables,
} from './validate-spec.ts';

/** The errors of a MutatingAdmissionPolicy, defaults filled in. */
export function validateMutatingPolicy(policy: JsonObject, old?: JsonObject): FieldError[] {
  const spec = specOf(policy);
  const { matchConstraints, reinvocationPolicy } = spec;
  const mutations = objectsIn(spec['mutations']);
  const names: Names = { params: spec['paramKind'] !== undefined, authorizer: true };
  const { variables, errors } = validateVariables(spec['variables'], names);
  const path = 'spec.reinvocationPolicy';
  return [
    ...validatePolicySpec(spec, specOf(old)),
    ...validateMutatingOperations(matchConstraints, 'spec.matchConstraints'),
    ...errors,
    ...(mutations.length === 0
      ? [required('spec.mutations', 'mutations must contain at least one item')]
      : []),
    ...mutations.flatMap((mutation, i) =>
      validateMutation(mutation, { ...names, variables: variables.types }, `spec.mutations[${i}]`),
    ),
    ...(textOf(reinvocationPolicy) === '' ? [required(path)] : []),
    ...(reinvocationPolicy === '' ? [] : oneOf(reinvocationPolicy, ['IfNeeded', 'Never'], path)),
  ];
}

const fields = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;

function validateMutation(mutation: JsonObject, names: Names, path: string): FieldError[] {
  const { patchType } = mutation;
  if (textOf(patchType) === '') return [required(`${path}.patchType`)];
  if (patchType !== 'ApplyConfiguration' && patchType !== 'JSONPatch')
    return [notSupported(`${path}.patchType`, patchType, Object.keys(fields))];
  const [own, other] =
    patchType === 'JSONPatch'
      ? [fields.JSONPatch, fields.ApplyConfiguration]
      : [fields.ApplyConfiguration, fields.JSONPatch];
  const given = mutation[own];
  const rule = `must not be specified when patchType is ${patchType}`;
  return [
    ...(isObject(given)
      ? validateExpression(textOf(given['expression']).trim(), patchType, names, `${path}.${own}.expression`)
      : [required(`${path}.${own}`, `must be specified when patchType is ${patchType}`)]),
    ...(mutation[other] === undefined ? [] : [invalid(`${path}.${other}`, `{${other}}`, rule)]),
  ];
}

function validateExpression(
  expression: string,
  patchType: keyof typeof fields,
  names: Names,
  path: string,
): FieldError[] {
  if (expression === '') return [required(path)];
  return expressionErrors(compileMutation({ patchType, [fields[patchType]]: { expression } }, names), path);
}
