import { type AdmissionExpression } from '../admission/compile.ts';
import type { Names } from '../admission/environment.ts';
import { compileCondition } from '../admission/match-conditions.ts';
import { validateMatchConditions } from '../admission/validate-match-conditions.ts';
import { reservedWords } from '../cel/syntax/operators.ts';
import { type FieldError, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject, objectsIn } from '../json.ts';
import { dns1035LabelProblem, dns1123SubdomainProblem } from '../names/dns-names.ts';
import { validateMatchResources } from './validate-match-resources.ts';
import { PolicyVariables } from './variables.ts';

/** A field of an object from a request, as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What an update compares: the spec of the stored policy. */
export function specOf(policy: JsonObject | undefined): JsonObject {
  const spec = policy?.['spec'];
  return isObject(spec) ? spec : {};
}

/** Errors of the part of a spec that policies of both kinds have, defaults filled in; without the variables. */
export function validatePolicySpec(spec: JsonObject, old: JsonObject): FieldError[] {
  const { failurePolicy, paramKind, matchConstraints, matchConditions } = spec;
  const isChange = !deepEqual(matchConditions ?? [], old['matchConditions'] ?? []);
  const names: Names = { params: paramKind !== undefined, authorizer: true };
  return [
    ...oneOf(failurePolicy, ['Fail', 'Ignore'], 'spec.failurePolicy'),
    ...(isObject(paramKind) ? validateParamKind(paramKind, 'spec.paramKind') : []),
    ...validateConstraints(matchConstraints, 'spec.matchConstraints'),
    ...(isChange
      ? validateMatchConditions(
          matchConditions,
          'spec.matchConditions',
          (expression) => compileCondition(expression, names).problem,
        )
      : []),
  ];
}

function validateConstraints(constraints: unknown, path: string): FieldError[] {
  if (!isObject(constraints)) return [required(path)];
  const { resourceRules } = constraints;
  return [
    ...validateMatchResources(constraints, path),
    ...(objectsIn(resourceRules).length === 0 ? [required(`${path}.resourceRules`)] : []),
  ];
}

function validateParamKind({ apiVersion, kind }: JsonObject, path: string): FieldError[] {
  return [
    ...validateApiVersion(textOf(apiVersion), `${path}.apiVersion`),
    ...validateKind(textOf(kind), path),
  ];
}

function validateApiVersion(apiVersion: string, path: string): FieldError[] {
  if (apiVersion === '') return [required(path)];
  const parts = apiVersion === '/' ? ['', ''] : apiVersion.split('/');
  if (parts.length > 2) return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group = '', version = ''] = parts.length === 2 ? parts : ['', apiVersion];
  const groupProblem = group === '' ? undefined : dns1123SubdomainProblem(group);
  const versionProblem = version === '' ? undefined : dns1035LabelProblem(version);
  return [
    ...(groupProblem === undefined ? [] : [invalid(path, group, groupProblem)]),
    ...(version === '' ? [invalid(path, apiVersion, 'version must be specified')] : []),
    ...(versionProblem === undefined ? [] : [invalid(path, version, versionProblem)]),
  ];
}

function validateKind(kind: string, path: string): FieldError[] {
  if (kind === '') return [required(`${path}.kind`)];
  const problem = dns1035LabelProblem(kind.toLowerCase());
  if (problem === undefined) return [];
  const rule = `may have mixed case, but should otherwise match: ${problem}`;
  return [invalid(`${path}.kind`, kind, rule)];
}

/** The variables of a policy, compiled in their order, and their errors. */
export function validateVariables(
  given: unknown,
  names: Names,
): { variables: PolicyVariables; errors: FieldError[] } {
  const variables = new PolicyVariables(names);
  const errors = objectsIn(given).flatMap((variable, i) => {
    const path = `spec.variables[${i}]`;
    const name = textOf(variable['name']);
    const expression = textOf(variable['expression']);
    const isNamed = name.trim() !== '';
    return [
      ...(isNamed ? [] : [required(`${path}.name`, 'name is not specified')]),
      ...(isNamed && !isIdentifier(name)
        ? [invalid(`${path}.name`, name, 'must be a valid CEL identifier')]
        : []),
      ...(expression.trim() === ''
        ? [required(`${path}.expression`, 'expression is not specified')]
        : expressionErrors(variables.add({ name, expression }), `${path}.expression`)),
    ];
  });
  return { variables, errors };
}

function isIdentifier(name: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reservedWords.has(name);
}

/** The error of an expression that does not compile. */
export function expressionErrors(
  { expression, problem }: AdmissionExpression,
  path: string,
  value = expression,
): FieldError[] {
  return problem === undefined ? [] : [invalid(path, value, problem)];
}

/** Errors for operations that a MutatingAdmissionPolicy cannot match. */
export function validateMutatingOperations(match: unknown, path: string): FieldError[] {
  const supported = ['*', 'CONNECT', 'CREATE', 'UPDATE'];
  const rules = isObject(match) ? objectsIn(match['resourceRules']) : [];
  return rules
    .flatMap(({ operations }) => (Array.isArray(operations) ? operations.map(String) : []))
    .filter((operation) => !supported.includes(operation))
    .map((operation) => notSupported(`${path}.resourceRules.operations`, operation, supported));
}
