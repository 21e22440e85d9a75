import type { DiscoveredKind } from '@opgen/runtime';
import type { ResourceAccess } from './role-access.ts';

/**
 * Not part of the copy. The lease belongs to the running operator, which would keep the planned one from becoming the
 * leader. Webhooks cannot be called from the copy. The other kinds only record or ask something.
 */
const leftOut = new Set([
  'coordination.k8s.io/leases',
  '/events',
  'events.k8s.io/events',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
]);

/** The kinds that a rule means. The preferred version comes first, and only that is read. */
export function kindsOf(
  { group, resource }: Pick<ResourceAccess, 'group' | 'resource'>,
  discovered: readonly DiscoveredKind[],
): DiscoveredKind[] {
  const matching = discovered.filter(
    (kind) =>
      (group === '*' || kind.group === group) &&
      (resource === '*' || kind.plural === resource) &&
      ['get', 'list', 'create'].every((verb) => kind.verbs.includes(verb)) &&
      !leftOut.has(`${kind.group}/${kind.plural}`),
  );
  const byResource = new Map<string, DiscoveredKind>();
  for (const kind of matching) {
    const key = `${kind.group}/${kind.plural}`;
    if (!byResource.has(key)) byResource.set(key, kind);
  }
  return [...byResource.values()];
}
