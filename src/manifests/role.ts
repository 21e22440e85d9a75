import type { Diagnostic } from '../diagnostics.ts';
import type { PolicyRule, Role } from '../kubernetes/role.ts';
import type { Marker } from '../markers/marker.ts';
import { rbac } from '../markers/definitions/rbac.ts';
import { isMarker } from '../markers/marker.ts';

const managerRole = 'manager-role';

type RbacMarker = Marker & {
  value: (typeof rbac)['argument'] extends { read(...args: never[]): infer T } ? T : never;
};

/** A rule on its way: every list sorted and without doubles. */
interface Rule {
  apiGroups: readonly string[];
  resources: readonly string[];
  resourceNames: readonly string[];
  nonResourceURLs: readonly string[];
  verbs: readonly string[];
}

/** The roles that the rbac markers ask for, ClusterRoles first. The manager's own is there even when it is empty. */
export function roles(markers: readonly Marker[], problems: Diagnostic[]): Role[] {
  const byRole = new Map<string, { namespace: string; name: string; rules: Rule[] }>();
  byRole.set(` ${managerRole}`, { namespace: '', name: managerRole, rules: [] });
  for (const marker of markers) {
    if (!isMarker(marker, rbac) || !isValid(marker, problems)) continue;
    const { namespace = '', roleName: name = managerRole } = marker.value;
    const key = `${namespace} ${name}`;
    const role = byRole.get(key) ?? { namespace, name, rules: [] };
    role.rules.push(...rulesOf(marker));
    byRole.set(key, role);
  }
  return [...byRole.keys()].toSorted().flatMap((key) => {
    const role = byRole.get(key);
    if (role === undefined) return [];
    const { namespace, name, rules } = role;
    return {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: namespace === '' ? 'ClusterRole' : 'Role',
      metadata: namespace === '' ? { name } : { name, namespace },
      rules: mergedRules(rules).map(policyRule),
    } satisfies Role;
  });
}

function isValid(marker: RbacMarker, problems: Diagnostic[]): boolean {
  const { groups, resources, urls, verbs, namespace } = marker.value;
  const wrong: [boolean, string, string][] = [
    [verbs.length === 0, 'a permission needs verbs', 'for example verbs=get;list;watch'],
    [
      resources === undefined && urls === undefined,
      'a permission needs resources or urls',
      'for example groups=apps,resources=deployments',
    ],
    [
      resources !== undefined && groups === undefined,
      'resources need their groups',
      "groups=core for Kubernetes' own",
    ],
    [
      resources !== undefined && urls !== undefined,
      'a permission is for resources or for urls',
      'write two markers',
    ],
    [urls !== undefined && namespace !== undefined, 'urls belong to the whole cluster', 'remove namespace='],
  ];
  const found = wrong.filter(([applies]) => applies);
  for (const [, message, hint] of found) {
    problems.push({ code: 'OPG2201', severity: 'error', message, hint, place: marker.place });
  }
  return found.length === 0;
}

function rulesOf({ value }: RbacMarker): Rule[] {
  const rule: Rule = {
    apiGroups: sorted((value.groups ?? []).map((group) => (group === 'core' ? '' : group))),
    resources: [],
    resourceNames: sorted(value.resourceNames ?? []),
    nonResourceURLs: sorted(value.urls ?? []),
    verbs: sorted(value.verbs),
  };
  return value.resources === undefined
    ? [rule]
    : value.resources.map((resource) => ({ ...rule, resources: [resource] }));
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
  const byRest = new Map<string, Rule>();
  for (const rule of rules) {
    const rest = JSON.stringify({ ...rule, [list]: undefined });
    const same = byRest.get(rest);
    byRest.set(rest, same === undefined ? rule : { ...same, [list]: sorted([...same[list], ...rule[list]]) });
  }
  return [...byRest.values()];
}

function sortKey({ apiGroups, resources, resourceNames, nonResourceURLs }: Rule): string {
  return [apiGroups, resources, resourceNames, nonResourceURLs].map((list) => list.join('&')).join(' + ');
}

function policyRule({ verbs, ...lists }: Rule): PolicyRule {
  const given = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { ...Object.fromEntries(given), verbs: verbs.includes('*') ? ['*'] : [...verbs] };
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
