import type { PolicyRule } from '../api-server/authorization/rbac-policy.ts';
import { type Manifests, manifestsFrom } from '../install-manifests.ts';
import { AccessLog, type ObservedAccess } from './access-log.ts';
import { type RoleUsage, roleUsage } from './role-usage.ts';
import type { OperatorScenario } from './scenario.ts';
import { ScenarioRun } from './scenario-run.ts';

/** A scenario in which the operator does all that it can do, and its roles. */
export interface RoleScenario extends OperatorScenario {
  /** The roles that `opgen manifests` writes: `config/rbac/role.yaml`. */
  role: Manifests;
  /**
   * Whether the roles are also those of controllers that the scenario does not set up. Their rules look unused, so then
   * no unused rule is reported. Default: no.
   */
  isShared?: boolean | undefined;
  /** Resources whose rules may stay unused, because the scenario does not need them: `['secrets', 'jobs.batch']`. */
  mayBeUnused?: readonly string[] | undefined;
}

/**
 * Runs the operator with all permissions, and collects verb, group, resource and namespace of each request. Rejects if
 * the roles lack one of these permissions, or have a rule that no request has used. The error lists the markers to add
 * and to remove.
 *
 *     await matchesRole({ cluster, setup, act, role: 'config/rbac/role.yaml' });
 *
 * `get`, `list` and `watch` are used together. Rules for finalizers, and for verbs that are not requests, such as
 * `impersonate`, are not judged.
 */
export async function matchesRole(scenario: RoleScenario): Promise<void> {
  const { role, isShared = false, mayBeUnused = [] } = scenario;
  const manifests = await manifestsFrom(role, { rendered: true });
  const observed = await ScenarioRun.with(scenario, async (run) => {
    const log = new AccessLog(run.writes);
    await run.startOperator(log);
    await run.act();
    return log.observed;
  });
  const { missing, unused } = roleUsage(manifests, observed);
  const unexpected = unused.filter((rule) => !isShared && !mayBeUnused.includes(qualified(rule)));
  if (missing.length + unexpected.length > 0) throw new Error(report({ missing, unused: unexpected }));
}

/** `deployments.apps`, `deployments.apps/status`, `secrets` */
function qualified({ apiGroups: [group = ''] = [], resources: [resource = ''] = [] }: PolicyRule): string {
  const [plural = '', ...subresource] = resource.split('/');
  return [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
}

function report({ missing, unused }: RoleUsage): string {
  return [
    ...(missing.length === 0
      ? []
      : [
          'the role lacks permissions: add these markers above the reconciler and run `opgen manifests`',
          ...missingLines(missing),
        ]),
    ...(unused.length === 0
      ? []
      : [
          'the role has rules that no request used: remove them from the markers, or name their resources in `mayBeUnused`',
          ...unused.map(unusedLine),
        ]),
  ].join('\n');
}

function missingLines(missing: readonly ObservedAccess[]): string[] {
  const lines = new Map<string, { verbs: Set<string>; users: Set<string>; namespaces: Set<string> }>();
  for (const {
    group = '',
    resource = '',
    subresource,
    nonResourcePath,
    verb,
    namespace,
    controllers,
  } of missing) {
    const target =
      nonResourcePath === undefined
        ? `groups=${group === '' ? 'core' : group},resources=${[resource, subresource].filter(Boolean).join('/')}`
        : `urls=${nonResourcePath}`;
    const line = lines.get(target) ?? { verbs: new Set(), users: new Set(), namespaces: new Set() };
    line.verbs.add(verb);
    for (const controller of controllers) line.users.add(controller);
    line.namespaces.add(namespace ?? 'all namespaces');
    lines.set(target, line);
  }
  return [...lines].map(([target, { verbs, users, namespaces }]) => {
    const by = users.size === 0 ? '' : ` by ${[...users].map((name) => `controller ${name}`).join(', ')}`;
    return `  // +rbac:${target},verbs=${[...verbs].join(';')}\n    used in ${[...namespaces].join(', ')}${by}`;
  });
}

function unusedLine({
  apiGroups: [group = ''] = [],
  resources = [],
  resourceNames,
  verbs,
}: PolicyRule): string {
  const names = resourceNames === undefined ? '' : `,resourceNames=${resourceNames.join(';')}`;
  return `  // +rbac:groups=${group === '' ? 'core' : group},resources=${resources.join(';')}${names},verbs=${verbs.join(';')}`;
}
