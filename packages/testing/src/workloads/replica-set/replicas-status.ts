import { type Clock, labelsMatch } from '@opgen/runtime';
import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '@opgen/runtime/kinds/apps/v1';
import type { Pod, ReplicationController } from '@opgen/runtime/kinds/core/v1';
import { isReady, untilAvailable } from '../pods/pod-state.ts';
import { timestamp } from '../time.ts';

/** Objects that keep a number of Pods running. */
export type ReplicasOwner = ReplicaSet | ReplicationController;

/** The Pods of an owner, and the error of the last attempt to create or delete some. */
export interface Observed {
  readonly active: readonly Pod[];
  /** Those that are being deleted, if the status counts them. */
  readonly terminating?: readonly Pod[];
  readonly failure?: { readonly reason: 'FailedCreate' | 'FailedDelete'; readonly message: string };
}

export function replicasStatus(
  owner: ReplicasOwner,
  { active, terminating, failure }: Observed,
  clock: Clock,
): ReplicaSetStatus {
  const { spec, metadata, status } = owner;
  const { minReadySeconds = 0 } = spec;
  const ofTemplate = { matchLabels: spec.template?.metadata?.labels ?? {} };
  const conditions = conditionsAfter(status?.conditions ?? [], failure, clock);
  return {
    replicas: active.length,
    fullyLabeledReplicas: active.filter(({ metadata: { labels } }) => labelsMatch(ofTemplate, labels)).length,
    readyReplicas: active.filter(isReady).length,
    availableReplicas: active.filter((pod) => untilAvailable(pod, minReadySeconds, clock) <= 0).length,
    ...(terminating && { terminatingReplicas: terminating.length }),
    observedGeneration: metadata.generation ?? 0,
    ...(conditions.length > 0 && { conditions }),
  };
}

function conditionsAfter(
  conditions: readonly ReplicaSetCondition[],
  failure: Observed['failure'],
  clock: Clock,
): ReplicaSetCondition[] {
  const others = conditions.filter(({ type }) => type !== 'ReplicaFailure');
  if (failure === undefined) return others;
  const old = conditions.find(({ type }) => type === 'ReplicaFailure');
  if (old?.reason === failure.reason) return [...others, old];
  return [
    ...others,
    { type: 'ReplicaFailure', status: 'True', ...failure, lastTransitionTime: timestamp(clock) },
  ];
}
