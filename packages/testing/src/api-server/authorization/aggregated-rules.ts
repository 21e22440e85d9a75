import { labelsMatch } from '@opgen/runtime';
import type { PolicyRule, Role } from './rbac-policy.ts';

/**
 * The rules of a role. In a cluster, a controller writes the rules of an aggregated ClusterRole into it; here they
 * are collected on each read, so they are never stale.
 */
export function aggregatedRules(role: Role, clusterRoles: readonly Role[]): readonly PolicyRule[] {
  return gather(role, clusterRoles, new Set());
}

function gather(role: Role, clusterRoles: readonly Role[], seen: Set<Role>): readonly PolicyRule[] {
  const selectors = role.aggregationRule?.clusterRoleSelectors;
  if (selectors === undefined || seen.has(role)) return seen.has(role) ? [] : (role.rules ?? []);
  seen.add(role);
  return clusterRoles
    .filter(
      (other) => other !== role && selectors.some((selector) => labelsMatch(selector, other.metadata.labels)),
    )
    .flatMap((other) => gather(other, clusterRoles, seen));
}
