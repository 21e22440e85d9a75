import { sharesPort } from '../pods/host-ports.ts';
import { controllerOf } from '@opgen/runtime';
import { Quantity } from '@opgen/rules/quantity';
import type { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { quantities, type Resources, sum } from '../../amounts/resources.ts';
import { requestsOf } from '../pods/pod-requests.ts';
import { matchesNodeAffinity, nodePreference } from './node-affinity.ts';
import { type NamespaceLabels, type Occupied, podAffinityProblem } from './pod-affinity.ts';
import { ofNode, ofPods, type Problem } from './problem.ts';
import { noVolumes, type PodVolumes } from './pod-volumes.ts';
import { untolerated } from './taints.ts';
import { violatesTopologySpread } from './topology-spread.ts';

/** A node for a Pod, or why there is none. */
export type Placement = { readonly node: string } | { readonly message: string };

const unschedulable = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };
const none = new Quantity(0n);

/** Chooses a node for a Pod, as kube-scheduler does: the best of those that pass all filters. */
export function place(
  pod: Pod,
  nodes: readonly Occupied[],
  labelsOf: NamespaceLabels,
  volumes: PodVolumes = noVolumes,
): Placement {
  if (nodes.length === 0) return { message: 'no nodes available to schedule pods' };
  const { problem } = volumes;
  // kube-scheduler ends the message with the failure of its search for Pods to evict.
  if (problem !== undefined)
    return { message: `0/${nodes.length} nodes are available: ${problem}. not found` };
  const examined = nodes.map((each) => ({ each, problems: problemsOf(pod, each, nodes, labelsOf, volumes) }));
  const best = examined
    .filter(({ problems }) => problems.length === 0)
    .map(({ each }) => ({ each, score: scoreOf(pod, each) }))
    .reduce<{ each: Occupied; score: number } | undefined>(
      (top, next) => (top === undefined || next.score > top.score ? next : top),
      undefined,
    );
  if (best !== undefined) return { node: best.each.node.metadata.name };
  return { message: refusal(examined.map(({ problems }) => problems)) };
}

/** Why a Pod has no node, as kube-scheduler says it. It never evicts other Pods for it. */
function refusal(problems: readonly (readonly Problem[])[]): string {
  const available = `0/${problems.length} nodes are available`;
  const reasons = counted(problems.flatMap((each) => each.map(({ reason }) => reason)));
  const preemption = counted(
    problems.map((each) =>
      each.every(({ isCausedByPods }) => isCausedByPods)
        ? 'No preemption victims found for incoming pod'
        : 'Preemption is not helpful for scheduling',
    ),
  );
  return `${available}: ${reasons}. no new claims to deallocate, preemption: ${available}: ${preemption}.`;
}

function counted(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .toSorted()
    .join(', ');
}

/** The problems of a node that the first failing filter finds. */
function problemsOf(
  pod: Pod,
  { node, pods }: Occupied,
  all: readonly Occupied[],
  labelsOf: NamespaceLabels,
  volumes: PodVolumes,
): readonly Problem[] {
  const { taints = [] } = node.spec;
  if (node.spec.unschedulable === true && untolerated(pod, [unschedulable], ['NoSchedule']).length > 0)
    return [ofNode('node(s) were unschedulable')];
  if (untolerated(pod, taints, ['NoSchedule', 'NoExecute']).length > 0)
    return [ofNode('node(s) had untolerated taint(s)')];
  if (!matchesNodeAffinity(pod, node)) return [ofNode("node(s) didn't match Pod's node affinity/selector")];
  if (sharesPort(pod, pods)) return [ofPods("node(s) didn't have free ports for the requested pod ports")];
  const lacking = lackingResources(pod, node, pods);
  if (lacking.length > 0) return lacking;
  const conflict = volumes.problemOn(node);
  if (conflict !== undefined) return [ofNode(conflict)];
  const problem = violatesTopologySpread(pod, node, all) ?? podAffinityProblem(pod, node, all, labelsOf);
  return problem === undefined ? [] : [problem];
}

function lackingResources(pod: Pod, node: Node, pods: readonly Pod[]): readonly Problem[] {
  const allocatable = quantities(node.status?.allocatable ?? {});
  const used = usedBy(pods);
  return [...requestsOf(pod)].flatMap(([name, amount]) => {
    const all = allocatable.get(name) ?? none;
    if (amount.compare(none) === 0 || (used.get(name) ?? none).add(amount).compare(all) <= 0) return [];
    const reason = name === 'pods' ? 'Too many pods' : `Insufficient ${name}`;
    return [amount.compare(all) > 0 ? ofNode(reason) : ofPods(reason)];
  });
}

function usedBy(pods: readonly Pod[]): Resources {
  return pods.map(requestsOf).reduce(sum, new Map<string, Quantity>());
}

/** Preferences first, then few Pods of the same owner, then few Pods. */
function scoreOf(pod: Pod, { node, pods }: Occupied): number {
  const owner = controllerOf(pod)?.uid;
  const siblings =
    owner === undefined ? 0 : pods.filter((other) => controllerOf(other)?.uid === owner).length;
  const avoided = untolerated(pod, node.spec.taints ?? [], ['PreferNoSchedule']).length;
  return nodePreference(pod, node) * 1e6 - avoided * 1e5 - siblings * 1e3 - pods.length;
}
