import { labelsMatch } from '@opgen/runtime';
import type { Node, Pod, TopologySpreadConstraint } from '@opgen/runtime/kinds/core/v1';
import { matchesNodeAffinity } from './node-affinity.ts';
import type { Occupied } from './pod-affinity.ts';
import { ofNode, ofPods, type Problem } from './problem.ts';

/** How a node would violate a required topology spread constraint of a Pod. */
export function violatesTopologySpread(pod: Pod, node: Node, all: readonly Occupied[]): Problem | undefined {
  for (const constraint of pod.spec.topologySpreadConstraints ?? []) {
    if (constraint.whenUnsatisfiable !== 'DoNotSchedule') continue;
    const domain = node.metadata.labels?.[constraint.topologyKey];
    if (domain === undefined)
      return ofNode("node(s) didn't match pod topology spread constraints (missing required label)");
    const counts = domainCounts(pod, constraint, all);
    const isSelf = labelsMatch(constraint.labelSelector ?? {}, pod.metadata.labels) ? 1 : 0;
    const least = counts.size < (constraint.minDomains ?? 1) ? 0 : Math.min(...counts.values());
    if ((counts.get(domain) ?? 0) + isSelf - least > constraint.maxSkew)
      return ofPods("node(s) didn't match pod topology spread constraints");
  }
  return undefined;
}

/** The number of matching Pods in each domain of the nodes on which the Pod could run. */
function domainCounts(
  pod: Pod,
  { topologyKey, labelSelector = {}, nodeAffinityPolicy = 'Honor' }: TopologySpreadConstraint,
  all: readonly Occupied[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { node, pods } of all) {
    const domain = node.metadata.labels?.[topologyKey];
    if (domain === undefined || (nodeAffinityPolicy === 'Honor' && !matchesNodeAffinity(pod, node))) continue;
    const matching = pods.filter(
      ({ metadata }) =>
        metadata.namespace === pod.metadata.namespace &&
        metadata.deletionTimestamp === undefined &&
        labelsMatch(labelSelector, metadata.labels),
    );
    counts.set(domain, (counts.get(domain) ?? 0) + matching.length);
  }
  return counts;
}
