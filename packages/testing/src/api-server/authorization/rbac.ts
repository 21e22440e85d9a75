import type { User } from '../serving/request.ts';
import { forbiddenRequest, type Status } from '../status-errors.ts';
import { aggregatedRules } from './aggregated-rules.ts';
import { bootstrapGrants } from './bootstrap-policy.ts';
import type { Access } from './access.ts';
import type { Grant, RbacPolicy, Role, RoleBinding, Subject } from './rbac-policy.ts';
import { resourceInRules, ruleAllows } from './rule-allows.ts';

/** What a user wants to do. */
export interface AccessRequest extends Access {
  readonly user: User;
}

const administrators = 'system:masters';

export interface Decision {
  readonly allowed: boolean;
  /** The binding that allows the request, or the bound roles that do not exist. */
  readonly reason?: string;
}

/** Whether a role that is bound to the user allows the request. RBAC has no deny rules. */
export function decide(request: AccessRequest, policy: RbacPolicy): Decision {
  if (request.user.groups.includes(administrators)) return { allowed: true };
  const { grants, missing } = grantsOf(request, policy);
  const grant = grants.find(({ rule }) => ruleAllows(rule, request));
  if (grant !== undefined) return { allowed: true, reason: `RBAC: allowed by ${grant.source}` };
  return { allowed: false, ...(missing.length > 0 && { reason: `RBAC: ${listed(missing)}` }) };
}

export function authorize(request: AccessRequest, policy: RbacPolicy): boolean {
  return decide(request, policy).allowed;
}

/** The 403 for a denied request; it names bound roles that do not exist. */
export function forbiddenStatus(request: AccessRequest, policy?: RbacPolicy): Status {
  const { group = '', resource, name = '' } = request;
  const subject = resource === undefined ? undefined : { group, resource };
  const reason = policy && decide(request, policy).reason;
  return forbiddenRequest(subject, name, [denial(request), reason].filter(Boolean).join(': '));
}

/** The message of that 403. */
export function forbiddenMessage(request: AccessRequest, policy?: RbacPolicy): string {
  return forbiddenStatus(request, policy).message;
}

function denial({
  user,
  verb,
  group = '',
  resource,
  subresource,
  namespace,
  nonResourcePath,
}: AccessRequest) {
  if (resource === undefined) return `User "${user.name}" cannot ${verb} path "${nonResourcePath ?? ''}"`;
  const what = resourceInRules(resource, subresource);
  const where = namespace ? `in the namespace "${namespace}"` : 'at the cluster scope';
  return `User "${user.name}" cannot ${verb} resource "${what}" in API group "${group}" ${where}`;
}

function listed(missing: readonly string[]): string {
  return missing.length === 1 ? String(missing[0]) : `[${missing.join(', ')}]`;
}

export interface Grants {
  readonly grants: readonly Grant[];
  /** Errors of the roles that are bound to the user. */
  readonly missing: readonly string[];
}

/** All rules of a user: the bootstrap policy, and the roles bound cluster-wide and in the namespace. */
export function grantsOf(
  { user, namespace }: Pick<AccessRequest, 'user' | 'namespace'>,
  policy: RbacPolicy,
): Grants {
  const grants = [...bootstrapGrants(user)];
  const missing = new Set<string>();
  const local = policy.roleBindings.filter(({ metadata }) => metadata.namespace === namespace);
  for (const binding of [...policy.clusterRoleBindings, ...(namespace ? local : [])]) {
    const subject = (binding.subjects ?? []).find((each) => means(each, user, namespaceOf(binding)));
    if (subject === undefined) continue;
    const { roleRef } = binding;
    const role = roleOf(binding, policy);
    if (role === undefined) {
      missing.add(`${roleRef.kind.toLowerCase()}.rbac.authorization.k8s.io "${roleRef.name}" not found`);
      continue;
    }
    const source = `${described(binding)} of ${roleRef.kind} "${roleRef.name}" to ${describedSubject(subject, binding)}`;
    grants.push(...aggregatedRules(role, policy.clusterRoles).map((rule) => ({ rule, source })));
  }
  return { grants, missing: [...missing] };
}

/** The role that a binding names, if it exists. */
export function roleOf({ roleRef, metadata }: RoleBinding, policy: RbacPolicy): Role | undefined {
  const isNamed = (role: Role): boolean => role.metadata.name === roleRef.name;
  if (roleRef.kind === 'ClusterRole') return policy.clusterRoles.find(isNamed);
  return policy.roles.find((role) => isNamed(role) && role.metadata.namespace === metadata.namespace);
}

function namespaceOf({ metadata }: RoleBinding): string {
  return metadata.namespace ?? '';
}

function described({ metadata: { name, namespace } }: RoleBinding): string {
  return namespace === undefined ? `ClusterRoleBinding "${name}"` : `RoleBinding "${name}/${namespace}"`;
}

function describedSubject({ kind, name, namespace }: Subject, binding: RoleBinding): string {
  const place = namespace || namespaceOf(binding);
  return `${kind} "${kind === 'ServiceAccount' ? `${name}/${place}` : name}"`;
}

function means(subject: Subject, user: User, bindingNamespace: string): boolean {
  switch (subject.kind) {
    case 'User':
      return user.name === subject.name;
    case 'Group':
      return user.groups.includes(subject.name);
    case 'ServiceAccount': {
      const namespace = subject.namespace || bindingNamespace;
      return namespace !== '' && user.name === `system:serviceaccount:${namespace}:${subject.name}`;
    }
    default:
      return false;
  }
}
