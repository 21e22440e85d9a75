import type { DaemonSetStatus } from '@opgen/runtime/kinds/apps/v1';
import { isReady } from '../pods/pod-state.ts';
import { type Daemons, isAvailable, isCurrent } from './daemon-changes.ts';
import { nodeFit } from './node-fit.ts';

/** The counters of a DaemonSet: of each node, the oldest Pod counts. */
export function daemonSetStatus(daemons: Daemons, collisionCount: number): DaemonSetStatus {
  const { set, nodes, onNode } = daemons;
  const oldest = nodes.map((node) => ({
    ...nodeFit(set, node),
    pod: onNode.get(node.metadata.name)?.[0],
  }));
  const desired = oldest.filter(({ shouldRun }) => shouldRun);
  const scheduled = desired.flatMap(({ pod }) => (pod === undefined ? [] : [pod]));
  const ready = scheduled.filter(isReady);
  const available = ready.filter((pod) => isAvailable(daemons, pod)).length;
  return {
    ...(set.status?.conditions && { conditions: set.status.conditions }),
    ...(collisionCount > 0 && { collisionCount }),
    observedGeneration: set.metadata.generation ?? 0,
    desiredNumberScheduled: desired.length,
    currentNumberScheduled: scheduled.length,
    numberMisscheduled: oldest.filter(({ shouldRun, pod }) => !shouldRun && pod !== undefined).length,
    numberReady: ready.length,
    updatedNumberScheduled: scheduled.filter((pod) => isCurrent(daemons, pod)).length,
    numberAvailable: available,
    numberUnavailable: desired.length - available,
  };
}
