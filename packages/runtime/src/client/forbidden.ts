import type { ImpersonatedUser } from '../transport/impersonation.ts';

// The two forms of the API server's messages about a missing permission.
const resourceDenied =
  /(?:"([^"]+)" is forbidden: .*)?cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/;
const pathDenied = /cannot (\S+) path "([^"]+)"/;

/**
 * The RBAC marker that grants the permission that a 403 reports as missing.
 *
 * Undefined if no marker helps: the message names no permission, because quotas and admission also use this status, or
 * the permission is one that the impersonated user lacks.
 */
export function missingPermission(message: string, impersonated?: ImpersonatedUser): string | undefined {
  const resource = resourceDenied.exec(message);
  const path = pathDenied.exec(message);
  const verb = resource?.[2] ?? path?.[1];
  if (impersonated !== undefined) {
    return verb?.startsWith('impersonate') === true ? impersonationMarker(impersonated) : undefined;
  }
  if (resource !== null) {
    const [, name, , plural, group] = resource;
    // The message names the object of a list or watch only if a field selector admits no other one.
    const names =
      name !== undefined && ['list', 'watch'].includes(verb ?? '') ? `,resourceNames=${name}` : '';
    return `// +rbac:groups=${group === '' ? 'core' : group},resources=${plural}${names},verbs=${verb}`;
  }
  if (path !== null) return `// +rbac:urls=${path[2]},verbs=${verb}`;
  return undefined;
}

/** Names the user and its groups, because a rule without names also allows to act as an administrator. */
function impersonationMarker({ username = '', groups = [], uid, extra = {} }: ImpersonatedUser): string {
  const [, account] = /^system:serviceaccount:[^:]+:([^:]+)$/.exec(username) ?? [];
  const extras = Object.entries(extra);
  const authentication = uid !== undefined || extras.length > 0;
  const resources = [
    account === undefined ? 'users' : 'serviceaccounts',
    ...(groups.length > 0 ? ['groups'] : []),
    ...(uid === undefined ? [] : ['uids']),
    ...extras.map(([key]) => `userextras/${key.toLowerCase()}`),
  ];
  const names = [account ?? username, ...groups, uid ?? [], ...extras.flatMap(([, values]) => values)].flat();
  const apiGroups = authentication ? 'core;authentication.k8s.io' : 'core';
  return `// +rbac:groups=${apiGroups},resources=${listed(resources)},resourceNames=${listed(names)},verbs=impersonate`;
}

function listed(values: readonly string[]): string {
  return [...new Set(values)]
    .map((value) => (/^[\w.:@/-]+$/.test(value) ? value : JSON.stringify(value)))
    .join(';');
}
