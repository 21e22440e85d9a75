import type { Annotate } from '../audit/audit-record.ts';
import type { Core } from '../core.ts';
import { StatusError } from '../status-errors.ts';
import type { User } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import {
  type AccessRequest,
  authorize,
  decide,
  type Decision,
  forbiddenStatus,
  type Grants,
  grantsOf,
  roleOf,
} from './rbac.ts';
import { aggregatedRules } from './aggregated-rules.ts';
import type { PolicyRule, RbacPolicy, RoleBinding } from './rbac-policy.ts';

/** Rejects a request that no role of the user allows. */
export function requireAccess(
  { store }: Pick<Core, 'store'>,
  access: AccessRequest,
  annotate: Annotate,
): void {
  const policy = policyOf(store);
  const { allowed, reason = '' } = decide(access, policy);
  annotate('authorization.k8s.io/decision', allowed ? 'allow' : 'forbid');
  annotate('authorization.k8s.io/reason', reason);
  if (!allowed) throw new StatusError(forbiddenStatus(access, policy));
}

/** Whether a role of the user allows the request, and which. */
export function decision({ store }: Core, access: AccessRequest): Decision {
  return decide(access, policyOf(store));
}

/** All rules of a user in a namespace. */
export function granted({ store }: Core, user: User, namespace: string): Grants {
  return grantsOf({ user, namespace }, policyOf(store));
}

/** Why a user may not do something: the 403; undefined if they may. */
export function refusalOf({ store }: Pick<Core, 'store'>, access: AccessRequest): StatusError | undefined {
  const policy = policyOf(store);
  return authorize(access, policy) ? undefined : new StatusError(forbiddenStatus(access, policy));
}

/** The rules of the role that a binding names; undefined if the role does not exist. */
export function rulesOfRole({ store }: Core, binding: RoleBinding): readonly PolicyRule[] | undefined {
  const policy = policyOf(store);
  const role = roleOf(binding, policy);
  return role && aggregatedRules(role, policy.clusterRoles);
}

/** Reads the RBAC objects for every request, so changes take effect at once. */
function policyOf(store: Core['store']): RbacPolicy {
  const all = <T>(plural: string): T[] =>
    store.list(`rbac.authorization.k8s.io/${plural}`) as unknown as (StoredObject & T)[];
  return {
    roles: all('roles'),
    clusterRoles: all('clusterroles'),
    roleBindings: all('rolebindings'),
    clusterRoleBindings: all('clusterrolebindings'),
  };
}
