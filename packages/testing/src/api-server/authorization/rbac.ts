import type { User } from '../serving/request.ts';
import { forbiddenRequest, type Status } from '../schema/status-errors.ts';
import { aggregatedRules } from './aggregated-rules.ts';
import { bootstrapRules } from './bootstrap-policy.ts';
import type { PolicyRule, RbacPolicy, RoleBinding, Subject } from './rbac-policy.ts';

/** Who wants to do what: to a resource, or to a path that is none. */
export interface AccessRequest {
  readonly user: User;
  /** `get`, `list`, … of a resource; the HTTP method in lower case of a path. */
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly nonResourcePath?: string;
}

const administrators = 'system:masters';

/** True if a role that is bound to the user allows the request. RBAC only ever grants; nothing forbids. */
export function authorize(request: AccessRequest, policy: RbacPolicy): boolean {
  if (request.user.groups.includes(administrators)) return true;
  if (bootstrapRules(request.user).some((rule) => ruleAllows(rule, request))) return true;
  return boundRules(request, policy).rules.some((rule) => ruleAllows(rule, request));
}

/** The 403 for a request that `authorize` refused; it names the roles that are bound but not there. */
export function forbiddenStatus(request: AccessRequest, policy?: RbacPolicy): Status {
  const { group = '', resource, name = '' } = request;
  const subject = resource === undefined ? undefined : { group, resource };
  const missing = policy === undefined ? [] : boundRules(request, policy).missing;
  return forbiddenRequest(subject, name, `${denial(request)}${missingRoles(missing)}`);
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
  const what = joined(resource, subresource);
  const where = namespace ? `in the namespace "${namespace}"` : 'at the cluster scope';
  return `User "${user.name}" cannot ${verb} resource "${what}" in API group "${group}" ${where}`;
}

function missingRoles(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  return `: RBAC: ${missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`}`;
}

interface BoundRules {
  readonly rules: readonly PolicyRule[];
  readonly missing: readonly string[];
}

/** The rules of all roles bound to the user: everywhere, and in the namespace of the request. */
function boundRules({ user, namespace }: AccessRequest, policy: RbacPolicy): BoundRules {
  const everywhere = policy.clusterRoleBindings.filter((binding) => binds(binding, user, ''));
  const here = policy.roleBindings.filter(
    (binding) => binding.metadata.namespace === namespace && binds(binding, user, namespace ?? ''),
  );
  const rules: PolicyRule[] = [];
  const missing = new Set<string>();
  for (const { roleRef, metadata } of [...everywhere, ...(namespace ? here : [])]) {
    const found =
      roleRef.kind === 'ClusterRole'
        ? policy.clusterRoles.find((role) => role.metadata.name === roleRef.name)
        : policy.roles.find(
            (role) => role.metadata.name === roleRef.name && role.metadata.namespace === metadata.namespace,
          );
    if (found === undefined) {
      missing.add(`${roleRef.kind.toLowerCase()}.rbac.authorization.k8s.io "${roleRef.name}" not found`);
    } else rules.push(...aggregatedRules(found, policy.clusterRoles));
  }
  return { rules, missing: [...missing] };
}

function binds({ subjects = [] }: RoleBinding, user: User, bindingNamespace: string): boolean {
  return subjects.some((subject) => means(subject, user, bindingNamespace));
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

/** True if one rule covers the whole request. */
function ruleAllows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!has(rule.verbs, request.verb)) return false;
  const { resource, subresource, group = '', name = '' } = request;
  if (resource === undefined) return coversPath(rule.nonResourceURLs ?? [], request.nonResourcePath ?? '');
  return (
    has(rule.apiGroups, group) &&
    coversResource(rule.resources ?? [], resource, subresource) &&
    (!rule.resourceNames?.length || rule.resourceNames.includes(name))
  );
}

function has(allowed: readonly string[] | undefined, asked: string): boolean {
  return allowed?.some((one) => one === '*' || one === asked) ?? false;
}

function coversResource(allowed: readonly string[], resource: string, subresource?: string): boolean {
  const everyOfThatName = subresource ? `*/${subresource}` : undefined;
  const asked = joined(resource, subresource);
  return allowed.some((one) => one === '*' || one === asked || one === everyOfThatName);
}

function coversPath(allowed: readonly string[], path: string): boolean {
  return allowed.some((one) => one === path || (one.endsWith('*') && path.startsWith(one.slice(0, -1))));
}

function joined(resource: string, subresource?: string): string {
  return subresource ? `${resource}/${subresource}` : resource;
}
