import { type Access, type PolicyRule, ruleAllows } from '@opgen/testing';
import { accessText } from '../access-text.ts';
import type {
  PermissionAdvice,
  PermissionRow,
  PermissionsView,
  PermissionVerb,
} from '../page/model/messages.ts';
import type { BoundRole } from './bound-roles.ts';
import type { PermissionMarker } from './permission-markers.ts';
import type { PermissionUse } from './permission-usage.ts';

export interface PermissionsViewParts {
  /** `shop-system/shop-controller-manager`. */
  account: string;
  roles: readonly BoundRole[];
  markers: readonly PermissionMarker[];
  uses: readonly PermissionUse[];
  /** Where to add a marker; undefined if that is unknown. */
  placeFor: (marker: string) => string | undefined;
}

/** A resource in a role, with all its verbs there. */
interface Grant extends Pick<PermissionRow, 'resource' | 'role' | 'namespace' | 'names'> {
  /** A rule without verbs for the one resource or path. */
  readonly target: Omit<PolicyRule, 'verbs'>;
  readonly verbs: string[];
}

/** What the roles allow, what was used, and what was refused. */
export function permissionsView(parts: PermissionsViewParts): PermissionsView {
  const { account, markers, placeFor, roles, uses } = parts;
  const grants = grantsOf(roles);
  const isGranted = (access: Access): boolean =>
    grants.some((grant) => grant.verbs.some((verb) => covers(grant, verb, access)));
  const missing = uses.filter(({ access, refused }) => refused > 0 && !isGranted(access));
  const refusals = new Map<string, PermissionUse[]>();
  for (const use of missing) {
    const resource = resourceOf(use.access);
    refusals.set(resource, [...(refusals.get(resource) ?? []), use]);
  }
  const rows = grants.map((grant): PermissionRow => {
    const { names, namespace, resource, role, target } = grant;
    // The refusals of a resource are shown once, in its first row.
    const refused = refusals.get(resource) ?? [];
    refusals.delete(resource);
    const counted = countVerbs(grant, uses);
    const unused = counted.filter(({ state }) => state === 'unused').map(({ verb }) => verb);
    return {
      resource,
      ...(role !== undefined && { role }),
      ...(namespace !== undefined && { namespace }),
      ...(names !== undefined && { names }),
      verbs: [...counted, ...refusedVerbs(refused)],
      advice: [...added(refused, placeFor), ...removed(markers, { role, target, unused })],
    };
  });
  for (const [resource, refused] of refusals)
    rows.push({ resource, verbs: refusedVerbs(refused), advice: added(refused, placeFor) });
  const elsewhere = uses
    .filter(({ access, used }) => used > 0 && !isForEverybody(access) && !isGranted(access))
    .map(({ access }) => accessText(withoutName(access)));
  return { account, rows: rows.toSorted(byUrgency), elsewhere: [...new Set(elsewhere)].toSorted() };
}

function grantsOf(roles: readonly BoundRole[]): Grant[] {
  const grants = new Map<string, Grant>();
  for (const { kind, name, namespace, rules } of roles) {
    const role = `${kind} ${name}`;
    for (const { verbs, ...rule } of rules)
      for (const { resource, target } of targetsOf(rule)) {
        const { resourceNames: names } = target;
        const key = JSON.stringify([role, namespace, target]);
        const known = grants.get(key)?.verbs ?? [];
        grants.set(key, {
          resource,
          role,
          ...(namespace !== undefined && { namespace }),
          ...(names !== undefined && { names }),
          target,
          verbs: [...new Set([...known, ...verbs])],
        });
      }
  }
  return [...grants.values()];
}

/** The rule for each of its resources and paths alone. */
function targetsOf({
  apiGroups = [],
  nonResourceURLs = [],
  resourceNames,
  resources = [],
}: Omit<PolicyRule, 'verbs'>): Pick<Grant, 'resource' | 'target'>[] {
  return [
    ...apiGroups.flatMap((group) =>
      resources.map((resource) => ({
        resource: resourceText(group, resource),
        target: { apiGroups: [group], resources: [resource], ...(resourceNames && { resourceNames }) },
      })),
    ),
    ...nonResourceURLs.map((url) => ({ resource: url, target: { nonResourceURLs: [url] } })),
  ];
}

/** A cache needs get, list and watch, though it may use only one of them, so reads count as used together. */
const readVerbs: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

function countVerbs(grant: Grant, uses: readonly PermissionUse[]): PermissionVerb[] {
  const counts = grant.verbs.map((verb) => ({
    verb,
    count: uses.filter(({ access }) => covers(grant, verb, access)).reduce((sum, { used }) => sum + used, 0),
  }));
  const reads = counts.some(({ verb, count }) => readVerbs.has(verb) && count > 0);
  return counts.map(({ verb, count }) => ({
    verb,
    state: count > 0 || (reads && readVerbs.has(verb)) ? 'used' : 'unused',
    count,
  }));
}

function covers({ namespace, target }: Grant, verb: string, access: Access): boolean {
  if (namespace !== undefined && namespace !== access.namespace) return false;
  return ruleAllows({ ...target, verbs: [verb] }, access);
}

function refusedVerbs(refused: readonly PermissionUse[]): PermissionVerb[] {
  const counts = new Map<string, number>();
  for (const { access, refused: count } of refused)
    counts.set(access.verb, (counts.get(access.verb) ?? 0) + count);
  return [...counts].map(([verb, count]) => ({ verb, state: 'refused', count }));
}

function added(
  refused: readonly PermissionUse[],
  placeFor: PermissionsViewParts['placeFor'],
): PermissionAdvice[] {
  const markers = new Set(refused.flatMap(({ marker }) => marker ?? []));
  return [...markers].map((marker) => {
    const place = placeFor(marker);
    return { action: 'add', marker, ...(place !== undefined && { place }), verbs: [] };
  });
}

/** The markers that grant verbs of a resource that were not used. */
function removed(
  markers: readonly PermissionMarker[],
  {
    role = '',
    target,
    unused,
  }: { role: string | undefined; target: Grant['target']; unused: readonly string[] },
): PermissionAdvice[] {
  return markers
    .filter((marker) => role.endsWith(marker.role) && grantsTarget(marker.rule, target))
    .map(({ place, rule, text }) => ({
      action: 'remove' as const,
      marker: text,
      place,
      verbs: rule.verbs.filter((verb) => unused.includes(verb)),
    }))
    .filter(({ verbs }) => verbs.length > 0);
}

function grantsTarget(rule: PolicyRule, target: Grant['target']): boolean {
  return (['apiGroups', 'resources', 'nonResourceURLs', 'resourceNames'] as const).every((list) =>
    (target[list] ?? []).every((value) => rule[list]?.includes(value) === true),
  );
}

/** What every authenticated user may do: discovery, and questions about their own permissions. */
function isForEverybody({ resource, verb }: Access): boolean {
  return resource === undefined || (verb === 'create' && /^self\w+reviews$/.test(resource));
}

function withoutName(access: Access): Access {
  const { name: _, ...rest } = access;
  return rest;
}

function resourceOf({ group = '', nonResourcePath = '', resource, subresource }: Access): string {
  if (resource === undefined) return nonResourcePath;
  return resourceText(group, subresource === undefined ? resource : `${resource}/${subresource}`);
}

/** `deployments.apps/status`. */
function resourceText(group: string, resource: string): string {
  const [plural = '', ...subresource] = resource.split('/');
  return [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
}

function byUrgency(a: PermissionRow, b: PermissionRow): number {
  return urgency(a) - urgency(b) || (a.resource < b.resource ? -1 : 1);
}

function urgency({ advice, verbs }: PermissionRow): number {
  if (verbs.some(({ state }) => state === 'refused')) return 0;
  if (advice.length > 0) return 1;
  return verbs.some(({ state }) => state === 'used') ? 2 : 3;
}
