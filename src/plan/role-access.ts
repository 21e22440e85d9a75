import type { PolicyRule } from '@opgen/testing';
import { boundRoles, type RoleManifest } from '../dev/permissions/bound-roles.ts';

/** A resource that the roles of the operator name, and where. `*` means all groups or all resources. */
export interface ResourceAccess {
  readonly group: string;
  /** The plural, without a subresource. */
  readonly resource: string;
  /** Undefined for all namespaces. */
  readonly namespace?: string;
  /** The only objects that the rules name; undefined for all. */
  readonly names?: readonly string[];
  /** The role with the rule, for messages: `ClusterRole shop-manager-role`. */
  readonly role: string;
}

/** The resources that the roles of a ServiceAccount name, each once per namespace. */
export function roleAccess(
  manifests: readonly RoleManifest[],
  account: { name: string; namespace: string },
): ResourceAccess[] {
  const found = new Map<string, ResourceAccess>();
  for (const { kind, name, namespace, rules } of boundRoles(manifests, account))
    for (const access of rules.flatMap((rule) => accessOf(rule, namespace, `${kind} ${name}`))) {
      const key = JSON.stringify([access.group, access.resource, access.namespace]);
      found.set(key, joined(found.get(key), access));
    }
  return [...found.values()].filter((each) => !isCovered(each, found));
}

function accessOf(
  { apiGroups = [], resources = [], resourceNames }: PolicyRule,
  namespace: string | undefined,
  role: string,
): ResourceAccess[] {
  return apiGroups.flatMap((group) =>
    resources.map((resource) => ({
      group,
      resource: resource.split('/')[0] ?? '',
      ...(namespace !== undefined && { namespace }),
      ...(resourceNames !== undefined && { names: resourceNames }),
      role,
    })),
  );
}

function joined(first: ResourceAccess | undefined, second: ResourceAccess): ResourceAccess {
  if (first === undefined) return second;
  const { names: _, ...all } = first;
  if (first.names === undefined || second.names === undefined) return all;
  return { ...all, names: [...new Set([...first.names, ...second.names])] };
}

/** Whether the same resource is read in all namespaces anyway. */
function isCovered(
  { group, resource, namespace }: ResourceAccess,
  all: Map<string, ResourceAccess>,
): boolean {
  if (namespace === undefined) return false;
  const everywhere = all.get(JSON.stringify([group, resource, undefined]));
  return everywhere !== undefined && everywhere.names === undefined;
}
