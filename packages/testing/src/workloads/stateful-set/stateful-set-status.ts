import type { Clock } from '@opgen/runtime';
import type { StatefulSet, StatefulSetStatus } from '@opgen/runtime/kinds/apps/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { isReady, untilAvailable } from '../pods/pod-state.ts';
import { revisionOf } from './next-step.ts';

/** The names of the revisions between which a StatefulSet moves. */
export interface Revisions {
  readonly current: string;
  readonly update: string;
  readonly collisionCount: number;
}

export function statefulSetStatus(
  { spec, metadata, status }: StatefulSet,
  pods: readonly Pod[],
  { current, update, collisionCount }: Revisions,
  clock: Clock,
): StatefulSetStatus {
  const { replicas = 1, minReadySeconds = 0, updateStrategy } = spec;
  const ready = pods.filter((pod) => pod.status?.phase === 'Running' && isReady(pod));
  const staying = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  const updated = staying.filter((pod) => revisionOf(pod) === update).length;
  const isComplete =
    updateStrategy?.type !== 'OnDelete' &&
    [updated, ready.length, pods.length].every((count) => count === replicas);
  return {
    ...(status?.conditions && { conditions: status.conditions }),
    observedGeneration: metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => untilAvailable(pod, minReadySeconds, clock) <= 0).length,
    currentReplicas: isComplete ? updated : staying.filter((pod) => revisionOf(pod) === current).length,
    updatedReplicas: updated,
    currentRevision: isComplete ? update : current,
    updateRevision: update,
    collisionCount,
  };
}
