import { forbiddenRequest, internalError, StatusError, unauthorized } from '../status-errors.ts';
import type { User } from '../serving/request.ts';

/** Headers with lower-case names; repeated headers are joined by commas. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** Returns the user of a request, or throws a 401. */
export type Authenticate = (headers: RequestHeaders) => User;

export const anonymous: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

const authenticated = 'system:authenticated';

/** Authenticates users by bearer tokens; rejects unknown tokens. */
export function tokenAuthentication(
  users: { get(token: string): User | undefined },
  withoutToken: User = anonymous,
): Authenticate {
  return (headers) => {
    const { authorization } = headers;
    if (authorization === undefined) return impersonated(withoutToken, headers);
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const user = token === undefined ? undefined : users.get(token);
    if (user === undefined) throw new StatusError(unauthorized());
    return impersonated({ ...user, groups: withGroup(user.groups, authenticated) }, headers);
  };
}

/** The user of the request after impersonation, which only administrators may use. */
export function impersonated(user: User, headers: RequestHeaders): User {
  const name = headers['impersonate-user'] ?? '';
  const requestedGroups = (headers['impersonate-group'] ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
  if (name === '' && requestedGroups.length === 0) return user;
  if (name === '')
    throw new StatusError(
      internalError(`requested groups ${requestedGroups.join(', ')} without impersonating a user`),
    );
  if (!user.groups.includes('system:masters')) throw new StatusError(mayNotImpersonate(user, name));
  const groups =
    requestedGroups.length > 0 ? requestedGroups : serviceAccountGroups(namespaceOfServiceAccount(name));
  if (groups.some((group) => group === authenticated || anonymous.groups.includes(group)))
    return { name, groups };
  return {
    name,
    groups: name === anonymous.name ? [...groups, ...anonymous.groups] : [...groups, authenticated],
  };
}

function mayNotImpersonate(user: User, name: string): ReturnType<typeof forbiddenRequest> {
  const cause = `User "${user.name}" cannot impersonate resource "users" in API group "" at the cluster scope`;
  return forbiddenRequest({ group: '', resource: 'users' }, name, cause);
}

function namespaceOfServiceAccount(user: string): string | undefined {
  return /^system:serviceaccount:([^:]+):[^:]+$/.exec(user)?.[1];
}

/** A ServiceAccount is in the groups of service accounts unless the request names other groups. */
export function serviceAccountGroups(namespace: string | undefined): readonly string[] {
  return namespace === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

function withGroup(groups: readonly string[], group: string): readonly string[] {
  return groups.includes(group) ? groups : [...groups, group];
}
