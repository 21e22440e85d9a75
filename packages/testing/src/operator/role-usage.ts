import type { PolicyRule, Role } from '../api-server/authorization/rbac-policy.ts';
import { authorize } from '../api-server/authorization/rbac.ts';
import { withMergedVerbs } from '../api-server/authorization/rule-cover.ts';
import type { Manifest } from '../install-manifests.ts';
import type { ObservedAccess } from './access-log.ts';

/** How the roles of an operator differ from what it has used. */
export interface RoleUsage {
  readonly missing: readonly ObservedAccess[];
  /** The rules that nothing has used, each for one resource. */
  readonly unused: readonly PolicyRule[];
}

/** `opgen manifests` writes it for the namespace of the operator, which kustomize replaces. */
const ownNamespace = 'system';
const user = { name: 'operator', groups: ['system:serviceaccounts', 'system:authenticated'] };
const subjects = [{ kind: 'User', name: user.name }];

export function roleUsage(manifests: readonly Manifest[], observed: readonly ObservedAccess[]): RoleUsage {
  const roles = manifests.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole').map(asClusterRole);
  const missing = observed.filter((access) => !isGranted(roles, access));
  const rules = roles.flatMap(({ rules: all = [], namespace }) =>
    all.flatMap(parts).map((rule) => ({ rule, namespace })),
  );
  const unused = rules.filter(
    ({ rule, namespace }) =>
      isObservable(rule) && !observed.some((access) => isUse({ rule, namespace }, access)),
  );
  return { missing, unused: withMergedVerbs(unused.map(({ rule }) => rule)) };
}

interface BoundRole extends Role {
  /** Undefined for all namespaces. */
  readonly namespace: string | undefined;
}

function asClusterRole(manifest: Manifest): BoundRole {
  const { kind, metadata } = manifest;
  const isLocal = kind === 'Role' && metadata.namespace !== undefined && metadata.namespace !== ownNamespace;
  return { ...(manifest as Role), namespace: isLocal ? metadata.namespace : undefined };
}

function isGranted(roles: readonly BoundRole[], access: ObservedAccess): boolean {
  return roles.some((role) => isGrantedBy(role, access));
}

/** Whether the role, or the roles that everyone has, allow it. */
function isGrantedBy({ namespace, ...role }: BoundRole, access: ObservedAccess): boolean {
  if (namespace !== undefined && namespace !== access.namespace) return false;
  const roleRef = { kind: 'ClusterRole', name: role.metadata.name };
  const binding = { metadata: { name: role.metadata.name }, roleRef, subjects };
  const policy = { roles: [], roleBindings: [], clusterRoles: [role], clusterRoleBindings: [binding] };
  return authorize({ ...access, user }, policy);
}

const readVerbs = ['get', 'list', 'watch'];
const requestVerbs = [...readVerbs, 'create', 'update', 'patch', 'delete', 'deletecollection', '*'];

/** A rule for one resource and one verb; reads count as one. */
function parts({ apiGroups = [], resources = [], verbs, ...rest }: PolicyRule): PolicyRule[] {
  const reads = verbs.filter((verb) => readVerbs.includes(verb));
  const others = verbs.filter((verb) => !readVerbs.includes(verb)).map((verb) => [verb]);
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      (reads.length > 0 ? [reads, ...others] : others).map((some) => ({
        ...rest,
        apiGroups: [group],
        resources: [resource],
        verbs: some,
      })),
    ),
  );
}

/** Whether a request of a test could show that the rule is needed. */
function isObservable({ resources = [], verbs }: PolicyRule): boolean {
  // An admission plugin checks it, if it is enabled, when an owner reference blocks the deletion of the owner.
  if (resources.every((resource) => resource.endsWith('/finalizers'))) return false;
  return verbs.every((verb) => requestVerbs.includes(verb));
}

function isUse(
  { rule, namespace }: { rule: PolicyRule; namespace: string | undefined },
  access: ObservedAccess,
): boolean {
  const [resource = ''] = rule.resources ?? [];
  // Who writes a status may read it; and an event that is repeated is patched.
  const isWhole = resource.endsWith('/status') || resource === 'events';
  const verbs = isWhole ? ['*'] : rule.verbs;
  const role: BoundRole = { metadata: { name: 'role' }, rules: [{ ...rule, verbs }], namespace };
  return isGrantedBy(role, access);
}
