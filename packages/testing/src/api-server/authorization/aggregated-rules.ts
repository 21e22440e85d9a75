import type { LabelSelector, PolicyRule, Role } from './rbac-policy.ts';

/**
 * The rules of a role. In a cluster a controller writes those of an aggregated ClusterRole into it; here they are
 * gathered when asked for, so that they are never behind.
 */
export function aggregatedRules(role: Role, clusterRoles: readonly Role[]): readonly PolicyRule[] {
  return gather(role, clusterRoles, new Set());
}

function gather(role: Role, clusterRoles: readonly Role[], seen: Set<Role>): readonly PolicyRule[] {
  const selectors = role.aggregationRule?.clusterRoleSelectors;
  if (selectors === undefined || seen.has(role)) return seen.has(role) ? [] : (role.rules ?? []);
  seen.add(role);
  return clusterRoles
    .filter((other) => other !== role && selectors.some((selector) => selects(selector, other)))
    .flatMap((other) => gather(other, clusterRoles, seen));
}

function selects({ matchLabels = {}, matchExpressions = [] }: LabelSelector, role: Role): boolean {
  const labels = role.metadata.labels ?? {};
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      switch (operator) {
        case 'In':
          return value !== undefined && values.includes(value);
        case 'NotIn':
          return value === undefined || !values.includes(value);
        case 'Exists':
          return value !== undefined;
        case 'DoesNotExist':
          return value === undefined;
        default:
          return false;
      }
    })
  );
}
