import { deepEqual } from '@opgen/rules/json';
import type { Core } from '../core.ts';
import { tableOf } from '../resources/resource.ts';
import type { Call } from '../serving/call.ts';
import { forbiddenRequest, notFound, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { decision, granted, rulesOfRole } from './authorizer.ts';
import type { PolicyRule, Role, RoleBinding } from './rbac-policy.ts';
import { uncovered, withMergedVerbs } from './rule-cover.ts';

const group = 'rbac.authorization.k8s.io';

/** Everything, which an aggregated role can come to contain. */
const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/**
 * Rejects a role or binding that grants more than the user has, unless the user may `escalate` the role or `bind` it.
 */
export function requireNoEscalation(core: Core, call: Call, object: StoredObject, old?: StoredObject): void {
  const { resource, request } = call;
  if (resource.group !== group || request.user.groups.includes('system:masters')) return;
  if (old !== undefined && hasSameGrants(object, old)) return;
  const table = tableOf(resource);
  if (table.endsWith('bindings'))
    requireBindable(core, call, object as unknown as StoredObject & RoleBinding);
  else requireHeld(core, call, object as StoredObject & Role, old as (StoredObject & Role) | undefined);
}

/** Without this, the garbage collector could not delete what it must not grant. */
function hasSameGrants(object: StoredObject, old: StoredObject): boolean {
  return deepEqual(comparable(object), comparable(old));
}

function comparable({ metadata, ...content }: StoredObject): unknown {
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _managed, ...rest } = metadata;
  return { ...content, metadata: rest };
}

function requireHeld(
  core: Core,
  call: Call,
  role: StoredObject & Role,
  old: (StoredObject & Role) | undefined,
): void {
  const { resource, path, request } = call;
  const mayEscalate = decision(core, {
    user: request.user,
    verb: 'escalate',
    group,
    resource: resource.plural,
    name: path.name ?? '',
    ...(path.namespace !== undefined && { namespace: path.namespace }),
  }).allowed;
  if (mayEscalate) return;
  const problem = problemOf(core, call, role.rules ?? []);
  if (problem !== undefined) throw refused(call, role, problem);
  const isAggregated = [role, old].some(
    (each) => (each?.aggregationRule?.clusterRoleSelectors ?? []).length > 0,
  );
  if (isAggregated && problemOf(core, call, everything) !== undefined)
    throw refused(call, role, 'must have cluster-admin privileges to use the aggregationRule');
}

function requireBindable(core: Core, call: Call, binding: StoredObject & RoleBinding): void {
  const { path, request } = call;
  const { kind, name } = binding.roleRef;
  const mayBind = decision(core, {
    user: request.user,
    verb: 'bind',
    group,
    resource: kind === 'ClusterRole' ? 'clusterroles' : 'roles',
    name,
    ...(path.namespace !== undefined && { namespace: path.namespace }),
  }).allowed;
  if (mayBind) return;
  const rules = rulesOfRole(core, binding);
  // A real server names the binding's resource here, with the name of the role.
  if (rules === undefined) throw new StatusError(notFound({ group, resource: call.resource.plural }, name));
  const problem = problemOf(core, call, rules);
  if (problem !== undefined) throw refused(call, binding, problem);
}

/** What the user does not have of the rules. */
function problemOf(core: Core, { request, path }: Call, rules: readonly PolicyRule[]): string | undefined {
  const { user } = request;
  const { grants, missing } = granted(core, user, path.namespace ?? '');
  const lacking = uncovered(
    rules,
    grants.map(({ rule }) => rule),
  );
  if (lacking.length === 0) return undefined;
  const groups = `[${user.groups.map((each) => JSON.stringify(each)).join(' ')}]`;
  const lines = [...new Set(withMergedVerbs(lacking).map(described))].toSorted();
  const errors = missing.length === 0 ? '' : `; resolution errors: [${missing.join(', ')}]`;
  return `user ${JSON.stringify(user.name)} (groups=${groups}) is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${errors}`;
}

function described(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const;
  const texts = parts.flatMap(([name, values = []]) =>
    values.length === 0 ? [] : `${name}:[${values.map((value) => JSON.stringify(value)).join(' ')}]`,
  );
  return `{${texts.join(', ')}}`;
}

function refused({ resource }: Call, { metadata }: StoredObject, problem: string): StatusError {
  return new StatusError(forbiddenRequest({ group, resource: resource.plural }, metadata.name, problem));
}
