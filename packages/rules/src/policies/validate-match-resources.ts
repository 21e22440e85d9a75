import { duplicates, type FieldError, invalid, oneOf } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { pathSegmentProblems } from '../names/path-segment.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { validateRule } from '../webhooks/rules.ts';

/** Errors of the requests that a policy or a binding applies to, defaults filled in. */
export function validateMatchResources(match: unknown, path: string): FieldError[] {
  if (!isObject(match)) return [];
  const { matchPolicy, namespaceSelector, objectSelector, resourceRules, excludeResourceRules } = match;
  return [
    ...oneOf(matchPolicy, ['Equivalent', 'Exact'], `${path}.matchPolicy`),
    ...validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...validateLabelSelector(objectSelector, `${path}.objectSelector`),
    ...objectsIn(resourceRules).flatMap((rule, i) => validateNamedRule(rule, `${path}.resourceRules[${i}]`)),
    ...objectsIn(excludeResourceRules).flatMap((rule, i) =>
      validateNamedRule(rule, `${path}.excludeResourceRules[${i}]`),
    ),
  ];
}

function validateNamedRule(rule: JsonObject, path: string): FieldError[] {
  const names = Array.isArray(rule['resourceNames']) ? rule['resourceNames'].map(String) : [];
  const named = names.map((name, i) => [`${path}.resourceNames[${i}]`, name] as const);
  return [
    ...named.flatMap(([at, name]) => pathSegmentProblems(name).map((problem) => invalid(at, name, problem))),
    ...duplicates(named),
    ...validateRule(rule, path),
  ];
}
