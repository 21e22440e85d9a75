import { duplicates, type FieldError, forbidden, invalid, notSupported, required } from '../field-errors.ts';
import { isObject, type JsonObject } from '../json.ts';
import { dns1123SubdomainProblem } from '../names/dns-names.ts';
import { pathSegmentProblems } from '../names/path-segment.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { validateMatchResources } from './validate-match-resources.ts';
import { specOf, textOf, validateMutatingOperations } from './validate-spec.ts';

const actions = ['Audit', 'Deny', 'Warn'];

/** The errors of a ValidatingAdmissionPolicyBinding, defaults filled in. */
export function validateValidatingBinding(binding: JsonObject): FieldError[] {
  const spec = specOf(binding);
  return [...validateBinding(spec), ...validateActions(spec['validationActions'], 'spec.validationActions')];
}

/** The errors of a MutatingAdmissionPolicyBinding, defaults filled in. */
export function validateMutatingBinding(binding: JsonObject): FieldError[] {
  const spec = specOf(binding);
  return [
    ...validateBinding(spec),
    ...validateMutatingOperations(spec['matchResources'], 'spec.matchResources'),
  ];
}

function validateBinding({ policyName, paramRef, matchResources }: JsonObject): FieldError[] {
  return [
    ...validatePolicyName(textOf(policyName), 'spec.policyName'),
    ...(isObject(paramRef) ? validateParamRef(paramRef, 'spec.paramRef') : []),
    ...validateMatchResources(matchResources, 'spec.matchResources'),
  ];
}

function validatePolicyName(name: string, path: string): FieldError[] {
  if (name === '') return [required(path)];
  const problem = dns1123SubdomainProblem(name);
  return problem === undefined ? [] : [invalid(path, name, problem)];
}

function validateParamRef(paramRef: JsonObject, path: string): FieldError[] {
  const name = textOf(paramRef['name']);
  const { selector, parameterNotFoundAction } = paramRef;
  const hasBoth = name !== '' && selector !== undefined;
  const exclusive = 'name and selector are mutually exclusive';
  return [
    ...pathSegmentProblems(name).map((problem) => invalid(`${path}.name`, name, problem)),
    ...(hasBoth ? [forbidden(`${path}.name`, exclusive)] : []),
    ...validateLabelSelector(selector, `${path}.selector`),
    ...(hasBoth ? [forbidden(`${path}.selector`, exclusive)] : []),
    ...(name === '' && selector === undefined
      ? [required(path, 'one of name or selector must be specified')]
      : []),
    ...validateNotFoundAction(textOf(parameterNotFoundAction), `${path}.parameterNotFoundAction`),
  ];
}

function validateNotFoundAction(action: string, path: string): FieldError[] {
  if (action === '') return [required(path)];
  return action === 'Deny' || action === 'Allow' ? [] : [notSupported(path, action, ['Deny', 'Allow'])];
}

function validateActions(given: unknown, path: string): FieldError[] {
  const all = Array.isArray(given) ? given.map(String) : [];
  const both =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and ' +
    'headers serves no purpose)';
  return [
    ...all.flatMap((action, i) =>
      actions.includes(action) ? [] : [notSupported(`${path}[${i}]`, action, actions)],
    ),
    ...duplicates(all.map((action, i) => [`${path}[${i}]`, action] as const)),
    ...(all.includes('Deny') && all.includes('Warn') ? [invalid(path, all, both)] : []),
    ...(all.length === 0 ? [required(path, 'at least one validation action is required')] : []),
  ];
}
