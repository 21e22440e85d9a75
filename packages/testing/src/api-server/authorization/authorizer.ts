import type { Core } from '../core.ts';
import { StatusError } from '../status-errors.ts';
import type { Call } from '../serving/call.ts';
import type { ServerRequest, User } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import {
  type AccessRequest,
  authorize,
  decide,
  type Decision,
  forbiddenStatus,
  type Grants,
  grantsOf,
} from './rbac.ts';
import type { RbacPolicy } from './rbac-policy.ts';

/** Refuses a request for a resource that no role allows its user. */
export function requireAccess({ store }: Core, { request, verb, resource, path, subresource }: Call): void {
  const { namespace, name } = path;
  require(store, {
    user: request.user,
    verb,
    group: resource.group,
    resource: resource.plural,
    ...(subresource !== undefined && { subresource }),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
  });
}

/** Refuses a request for a path that is no resource. */
export function requirePathAccess({ store }: Core, { method, path, user }: ServerRequest): void {
  require(store, { user, verb: method.toLowerCase(), nonResourcePath: path });
}

/** Whether a role allows its user what is asked about, and which. */
export function decision({ store }: Core, access: AccessRequest): Decision {
  return decide(access, policyOf(store));
}

/** All that is granted to a user in a namespace. */
export function granted({ store }: Core, user: User, namespace: string): Grants {
  return grantsOf({ user, namespace }, policyOf(store));
}

function require(store: Core['store'], access: AccessRequest): void {
  const policy = policyOf(store);
  if (!authorize(access, policy)) throw new StatusError(forbiddenStatus(access, policy));
}

/** The RBAC objects are read anew for every request: a role that was just changed counts at once. */
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
