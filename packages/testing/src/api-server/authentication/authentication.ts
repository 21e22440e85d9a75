import { StatusError, unauthorized } from '../status-errors.ts';
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
    if (authorization === undefined) return withoutToken;
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const user = token === undefined ? undefined : users.get(token);
    if (user === undefined) throw new StatusError(unauthorized());
    return { ...user, groups: withGroup(user.groups, authenticated) };
  };
}

/** A ServiceAccount is in the groups of service accounts unless the request names other groups. */
export function serviceAccountGroups(namespace: string | undefined): readonly string[] {
  return namespace === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

function withGroup(groups: readonly string[], group: string): readonly string[] {
  return groups.includes(group) ? groups : [...groups, group];
}
