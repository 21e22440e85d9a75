import type { PolicyRule } from '../kubernetes/role.ts';

/** A rule before merging. Every list is sorted and has no duplicates. */
export interface Rule {
  apiGroups: readonly string[];
  resources: readonly string[];
  resourceNames: readonly string[];
  nonResourceURLs: readonly string[];
  verbs: readonly string[];
}

/** Merges the rules into fewer rules that grant the same permissions, and sorts them. */
export function policyRules(rules: readonly Rule[]): PolicyRule[] {
  return mergedRules(rules).map(policyRule);
}

/** The groups as the API server names them: `core` is the empty string. */
export function groupsOf(written: readonly string[] = []): string[] {
  return written.map((group) => (group === 'core' ? '' : group));
}

/** The distinct values, sorted. */
export function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

/**
 * Joins rules that differ in one list only: verbs first, then resources, groups and URLs.
 *
 * Joining groups can make two rules alike in all but their verbs, so verbs are joined again after every step;
 * without that, one rule would replace the other and permissions would be lost.
 */
function mergedRules(rules: readonly Rule[]): Rule[] {
  let merged = mergeBy('verbs', rules);
  for (const list of ['resources', 'apiGroups', 'nonResourceURLs'] as const) {
    merged = mergeBy('verbs', mergeBy(list, merged));
  }
  return merged.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function mergeBy(list: keyof Rule, rules: readonly Rule[]): Rule[] {
  const byRest = new Map<string, [Rule, ...Rule[]]>();
  for (const rule of rules) {
    const rest = JSON.stringify({ ...rule, [list]: undefined });
    const alike = byRest.get(rest);
    if (alike === undefined) byRest.set(rest, [rule]);
    else alike.push(rule);
  }
  return [...byRest.values()].map((alike) =>
    alike.length === 1 ? alike[0] : { ...alike[0], [list]: sorted(alike.flatMap((rule) => rule[list])) },
  );
}

function sortKey({ apiGroups, resources, resourceNames, nonResourceURLs }: Rule): string {
  return [apiGroups, resources, resourceNames, nonResourceURLs].map((list) => list.join('&')).join(' + ');
}

function policyRule({ verbs, ...lists }: Rule): PolicyRule {
  const given = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { ...Object.fromEntries(given), verbs: verbs.includes('*') ? ['*'] : [...verbs] };
}
