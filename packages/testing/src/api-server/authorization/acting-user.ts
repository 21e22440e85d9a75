import { isAtLeast, type Minor } from '@opgen/rules/builtin';
import type { AuditRecord } from '../audit/audit-record.ts';
import { anonymous, serviceAccountGroups } from '../authentication/authentication.ts';
import { type WantedUser, wantedUser } from '../authentication/impersonation.ts';
import type { Core } from '../core.ts';
import type { ServerRequest, User } from '../serving/request.ts';
import type { StatusError } from '../status-errors.ts';
import { refusalOf } from './authorizer.ts';
import type { AccessRequest } from './rbac.ts';
import { requestAttributes } from './request-attributes.ts';

const authentication = 'authentication.k8s.io';
const unauthenticated = 'system:unauthenticated';
const authenticated = 'system:authenticated';
const administrators = 'system:masters';

/** A way in which one user may be allowed to act as another. */
interface Mode {
  /** Undefined for the original one, with the verb `impersonate` alone. */
  readonly name?: string;
  applies(wanted: WantedUser): boolean;
}

/** In the order in which they are tried. A constrained mode also limits what the user may do as the other. */
const modes: readonly Mode[] = [
  { name: 'arbitrary-node', applies: (wanted) => isOnlyName(wanted) && nodeOf(wanted) !== undefined },
  { name: 'serviceaccount', applies: (wanted) => isOnlyName(wanted) && accountOf(wanted) !== undefined },
  {
    name: 'user-info',
    applies: (wanted) =>
      nodeOf(wanted) === undefined &&
      accountOf(wanted) === undefined &&
      !wanted.groups.includes(administrators),
  },
  { applies: () => true },
];

/** Constrained modes are on by default since 1.36. */
function modesOf(minor: Minor): readonly Mode[] {
  return isAtLeast(minor, '1.36') ? modes : modes.filter(({ name }) => name === undefined);
}

/** The user whose permissions a request has: its sender, or whom the sender impersonates. */
export function actingUser(core: Core, request: ServerRequest, audit: AuditRecord | undefined): User {
  const wanted = wantedUser(request.headers);
  if (wanted === undefined) return request.user;
  let first: StatusError | undefined;
  for (const mode of modesOf(core.registry.builtins.minor)) {
    if (!mode.applies(wanted)) continue;
    const refusal = refusalOfAll(core, permissionsFor(request, wanted, mode));
    if (refusal === undefined) {
      const user = userOf(wanted, mode);
      audit?.impersonates(user, mode.name && `impersonate:${mode.name}`);
      return user;
    }
    first ??= refusal;
  }
  throw first;
}

function refusalOfAll(core: Core, permissions: readonly AccessRequest[]): StatusError | undefined {
  for (const permission of permissions) {
    const refusal = refusalOf(core, permission);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** All that the sender must be allowed to do. */
function permissionsFor(request: ServerRequest, wanted: WantedUser, { name: mode }: Mode): AccessRequest[] {
  const { user } = request;
  const verb = mode === undefined ? 'impersonate' : `impersonate:${mode}`;
  const group = mode === undefined ? '' : authentication;
  const access = { user, ...requestAttributes(request).access };
  return [
    ...(mode === undefined ? [] : [{ ...access, verb: `impersonate-on:${mode}:${access.verb}` }]),
    { user, verb, group, ...subjectOf(wanted, mode) },
    ...(wanted.uid === '' ? [] : [{ user, verb, group: authentication, resource: 'uids', name: wanted.uid }]),
    ...wanted.groups.map((name) => ({ user, verb, group, resource: 'groups', name })),
    ...Object.entries(wanted.extra).flatMap(([subresource, values]) =>
      values.map((name) => ({
        user,
        verb,
        group: authentication,
        resource: 'userextras',
        subresource,
        name,
      })),
    ),
  ];
}

function subjectOf(
  wanted: WantedUser,
  mode: string | undefined,
): Pick<AccessRequest, 'resource' | 'namespace' | 'name'> {
  const node = mode === undefined ? undefined : nodeOf(wanted);
  if (node !== undefined) return { resource: 'nodes', name: node };
  const account = accountOf(wanted);
  if (account !== undefined) return { resource: 'serviceaccounts', ...account };
  return { resource: 'users', name: wanted.name };
}

function userOf(wanted: WantedUser, { name: mode }: Mode): User {
  const { name, uid, extra } = wanted;
  const groups = groupsOf(wanted, mode);
  const isAnonymous = name === anonymous.name;
  const implied = isAnonymous ? unauthenticated : authenticated;
  const isComplete = groups.includes(implied) || (!isAnonymous && groups.includes(unauthenticated));
  return {
    name,
    groups: isComplete ? groups : [...groups, implied],
    ...(uid !== '' && { uid }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

/** Nodes and ServiceAccounts are in fixed groups, unless the request names other groups. */
function groupsOf(wanted: WantedUser, mode: string | undefined): readonly string[] {
  if (wanted.groups.length > 0) return wanted.groups;
  if (mode === 'arbitrary-node') return ['system:nodes'];
  return serviceAccountGroups(accountOf(wanted)?.namespace);
}

function isOnlyName({ uid, groups, extra }: WantedUser): boolean {
  return uid === '' && groups.length === 0 && Object.keys(extra).length === 0;
}

function nodeOf({ name }: WantedUser): string | undefined {
  return /^system:node:([a-z0-9.-]+)$/.exec(name)?.[1];
}

function accountOf({ name }: WantedUser): { namespace: string; name: string } | undefined {
  const [, namespace, account] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name) ?? [];
  return namespace === undefined || account === undefined ? undefined : { namespace, name: account };
}
