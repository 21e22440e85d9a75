import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { isReady, podCondition } from '../pods/pod-state.ts';

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';
const phases = ['Pending', 'Unknown', 'Running'];

/**
 * The order in which a ReplicaSet deletes Pods: first those that are not scheduled, not running or not ready, then the
 * cheap ones, those on nodes with many Pods of the same owner, and the young ones. `ranks` counts the related Pods on
 * the node of each Pod. Ages are compared by order of magnitude, as in Kubernetes.
 */
export function inDeletionOrder(pods: readonly Pod[], ranks: ReadonlyMap<Pod, number>, now: number): Pod[] {
  const orders: ((pod: Pod) => number)[] = [
    ({ spec }) => (spec.nodeName ? 1 : 0),
    ({ status }) => phases.indexOf(status?.phase ?? 'Pending'),
    (pod) => (isReady(pod) ? 1 : 0),
    ({ metadata }) => Number(metadata.annotations?.[deletionCost] ?? 0),
    (pod) => -(ranks.get(pod) ?? 0),
    (pod) => (isReady(pod) ? magnitude(podCondition(pod, 'Ready')?.lastTransitionTime, now) : 0),
    (pod) => -restarts(pod),
    ({ metadata }) => magnitude(metadata.creationTimestamp, now),
  ];
  return pods.toSorted((a, b) => {
    for (const order of orders) {
      const difference = order(a) - order(b);
      if (difference !== 0) return difference;
    }
    return a.metadata.uid < b.metadata.uid ? -1 : 1;
  });
}

/** The number of related Pods on the node of each Pod. */
export function ranksOf(pods: readonly Pod[], related: readonly Pod[]): Map<Pod, number> {
  const onNode = new Map<string, number>();
  for (const { spec } of related) onNode.set(spec.nodeName ?? '', (onNode.get(spec.nodeName ?? '') ?? 0) + 1);
  return new Map(pods.map((pod) => [pod, onNode.get(pod.spec.nodeName ?? '') ?? 0]));
}

/** The binary logarithm of an age in seconds, without fractions. */
function magnitude(since: string | undefined, now: number): number {
  const age = since === undefined ? 0 : (now - Date.parse(since)) / 1000;
  return age <= 0 ? -1 : Math.floor(Math.log2(age * 1e9));
}

/** The restarts of the container that restarted most, as Kubernetes counts them. */
function restarts({ status }: Pod): number {
  const counts = (status?.containerStatuses ?? []).map(({ restartCount }) => restartCount);
  return Math.max(0, ...counts);
}
