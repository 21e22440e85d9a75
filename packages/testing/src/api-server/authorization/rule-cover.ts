import type { PolicyRule } from './rbac-policy.ts';

/** The parts of the rules, each with one verb and one resource or path, that no rule of the owner allows. */
export function uncovered(rules: readonly PolicyRule[], owned: readonly PolicyRule[]): PolicyRule[] {
  return rules.flatMap(parts).filter((part) => !owned.some((rule) => covers(rule, part)));
}

/** The same rules, with the verbs of each resource in one rule. */
export function withMergedVerbs(rules: readonly PolicyRule[]): PolicyRule[] {
  const merged = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { apiGroups, resources, resourceNames, nonResourceURLs } = rule;
    const key = JSON.stringify(
      nonResourceURLs === undefined ? [apiGroups, resources, resourceNames] : [nonResourceURLs, rule.verbs],
    );
    const known = merged.get(key);
    const verbs = known === undefined ? rule.verbs : [...new Set([...known.verbs, ...rule.verbs])];
    merged.set(key, { ...rule, verbs });
  }
  return [...merged.values()];
}

function parts({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): PolicyRule[] {
  const named = resourceNames.length === 0 ? [undefined] : resourceNames.map((name) => [name]);
  return [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        verbs.flatMap((verb) =>
          named.map((names) => ({
            apiGroups: [group],
            resources: [resource],
            verbs: [verb],
            ...(names && { resourceNames: names }),
          })),
        ),
      ),
    ),
    ...nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ nonResourceURLs: [url], verbs: [verb] }))),
  ];
}

function covers(rule: PolicyRule, part: PolicyRule): boolean {
  const names = rule.resourceNames ?? [];
  return (
    hasAll(rule.verbs, part.verbs) &&
    hasAll(rule.apiGroups, part.apiGroups) &&
    (part.resources ?? []).every((resource) => coversResource(rule.resources ?? [], resource)) &&
    (part.nonResourceURLs ?? []).every((url) => coversPath(rule.nonResourceURLs ?? [], url)) &&
    (names.length === 0 || (part.resourceNames !== undefined && hasAll(names, part.resourceNames)))
  );
}

function hasAll(owned: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return owned.includes('*') || wanted.every((each) => owned.includes(each));
}

function coversResource(owned: readonly string[], resource: string): boolean {
  if (owned.includes('*') || owned.includes(resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && owned.includes(`*/${resource.slice(slash + 1)}`);
}

function coversPath(owned: readonly string[], path: string): boolean {
  return owned.some(
    (each) => each === path || (each.endsWith('*') && path.startsWith(each.replace(/\*+$/, ''))),
  );
}
