import { type FieldError, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { dns1123Subdomain, pathSegment, requiredText, textIn } from './fields.ts';
import type { Validation } from './validation.ts';

const group = 'rbac.authorization.k8s.io';

export const validateRole: Validation = (role) => validateRules(role, true);
export const validateClusterRole: Validation = (role) => [
  ...validateRules(role, false),
  ...validateAggregation(role['aggregationRule']),
];

function validateAggregation(rule: unknown): FieldError[] {
  if (!isObject(rule)) return [];
  const path = 'aggregationRule.clusterRoleSelectors';
  const selectors = objectsIn(rule['clusterRoleSelectors']);
  if (selectors.length === 0)
    return [required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  return selectors.flatMap((selector, i) => {
    const errors = validateLabelSelector(selector, `${path}[${i}]`);
    const isInvalid = errors.length > 0;
    return isInvalid ? [...errors, invalid(`${path}[${i}]`, null, 'invalid label selector.')] : [];
  });
}

export const validateRoleBinding: Validation = (binding, old) =>
  validateBinding(binding, old, ['Role', 'ClusterRole']);

export const validateClusterRoleBinding: Validation = (binding, old) =>
  validateBinding(binding, old, ['ClusterRole']);

function validateRules(role: JsonObject, isNamespaced: boolean): FieldError[] {
  return objectsIn(role['rules']).flatMap((rule, i) => validateRule(rule, `rules[${i}]`, isNamespaced));
}

function validateRule(rule: JsonObject, path: string, isNamespaced: boolean): FieldError[] {
  const verbs = isEmpty(rule['verbs'])
    ? [required(`${path}.verbs`, 'verbs must contain at least one value')]
    : [];
  const urls = rule['nonResourceURLs'];
  if (!isEmpty(urls)) {
    const namespaced = isNamespaced
      ? [invalid(`${path}.nonResourceURLs`, urls, 'namespaced rules cannot apply to non-resource URLs')]
      : [];
    const both =
      !isEmpty(rule['apiGroups']) || !isEmpty(rule['resources']) || !isEmpty(rule['resourceNames']);
    const detail = 'rules cannot apply to both regular resources and non-resource URLs';
    return [...verbs, ...namespaced, ...(both ? [invalid(`${path}.nonResourceURLs`, urls, detail)] : [])];
  }
  return [
    ...verbs,
    ...(isEmpty(rule['apiGroups'])
      ? [required(`${path}.apiGroups`, 'resource rules must supply at least one api group')]
      : []),
    ...(isEmpty(rule['resources'])
      ? [required(`${path}.resources`, 'resource rules must supply at least one resource')]
      : []),
  ];
}

function validateBinding(
  binding: JsonObject,
  old: JsonObject | undefined,
  kinds: readonly string[],
): FieldError[] {
  const ref: JsonObject = isObject(binding['roleRef']) ? binding['roleRef'] : {};
  const isMoved = old !== undefined && !deepEqual(old['roleRef'], ref);
  return [
    ...oneOf(ref['apiGroup'], [group], 'roleRef.apiGroup'),
    ...(kinds.includes(String(ref['kind'])) ? [] : [notSupported('roleRef.kind', ref['kind'] ?? '', kinds)]),
    ...requiredText(textIn(ref, 'name'), 'roleRef.name', pathSegment),
    ...objectsIn(binding['subjects']).flatMap((subject, i) =>
      validateSubject(subject, `subjects[${i}]`, kinds.includes('Role')),
    ),
    ...(isMoved ? [invalid('roleRef', ref, 'cannot change roleRef')] : []),
  ];
}

/** Without a namespace, the subject of a namespaced binding is in that of the binding. */
function validateSubject(
  { kind, name, namespace, apiGroup }: JsonObject,
  path: string,
  isNamespaced: boolean,
): FieldError[] {
  const named = name ? [] : [required(`${path}.name`)];
  switch (kind) {
    case 'ServiceAccount':
      return [
        ...requiredText(String(name ?? ''), `${path}.name`, dns1123Subdomain),
        ...(apiGroup ? [notSupported(`${path}.apiGroup`, apiGroup, [''])] : []),
        ...(namespace || isNamespaced ? [] : [required(`${path}.namespace`)]),
      ];
    case 'User':
    case 'Group':
      return [...named, ...oneOf(apiGroup, [group], `${path}.apiGroup`)];
    default:
      return [...named, notSupported(`${path}.kind`, kind ?? '', ['ServiceAccount', 'User', 'Group'])];
  }
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}
