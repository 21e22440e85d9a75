import type { Clock } from '@opgen/runtime';
import type { Deployment, DeploymentStatus, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { untilSecondsAfter } from '../time.ts';
import { conditionOf, type Conditions, replaced, withCondition, without } from './conditions.ts';
import { desiredReplicas, mostUnavailable, sumOf } from './replica-counts.ts';

/** A Deployment without a deadline has this one. */
const noDeadline = 2 ** 31 - 1;

/** The counters of the status, and whether the Deployment is available. */
export function countedStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
  conditions: Conditions,
  clock: Clock,
): DeploymentStatus {
  const { metadata, status } = deployment;
  const available = sumOf(all, (set) => set.status?.availableReplicas);
  const isAvailable = available >= desiredReplicas(deployment) - mostUnavailable(deployment);
  return {
    observedGeneration: metadata.generation ?? 0,
    replicas: sumOf(all, (set) => set.status?.replicas),
    updatedReplicas: newSet?.status?.replicas ?? 0,
    readyReplicas: sumOf(all, (set) => set.status?.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sumOf(all, desiredReplicas) - available),
    terminatingReplicas: sumOf(all, (set) => set.status?.terminatingReplicas),
    ...(status?.collisionCount !== undefined && { collisionCount: status.collisionCount }),
    conditions: withCondition(
      conditions,
      isAvailable
        ? {
            type: 'Available',
            status: 'True',
            reason: 'MinimumReplicasAvailable',
            message: 'Deployment has minimum availability.',
          }
        : {
            type: 'Available',
            status: 'False',
            reason: 'MinimumReplicasUnavailable',
            message: 'Deployment does not have minimum availability.',
          },
      clock,
    ),
  };
}

/** The status during and after a rollout, with its progress. */
export function rolloutStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
  conditions: Conditions,
  clock: Clock,
): DeploymentStatus {
  const status = countedStatus(deployment, all, newSet, conditions, clock);
  const progressed = withProgress(deployment, status, newSet, clock);
  const failure = [...(newSet ? [newSet] : []), ...all]
    .flatMap((set) => set.status?.conditions ?? [])
    .find(({ type, status: is }) => type === 'ReplicaFailure' && is === 'True');
  const { reason = '', message = '' } = failure ?? {};
  return {
    ...status,
    conditions:
      failure === undefined
        ? without(progressed, 'ReplicaFailure')
        : withCondition(progressed, { type: 'ReplicaFailure', status: 'True', reason, message }, clock),
  };
}

function withProgress(
  deployment: Deployment,
  status: DeploymentStatus,
  newSet: ReplicaSet | undefined,
  clock: Clock,
): Conditions {
  const { conditions = [] } = status;
  if (!hasDeadline(deployment)) return without(conditions, 'Progressing');
  const old = conditionOf(conditions, 'Progressing');
  const isFinished = status.replicas === status.updatedReplicas && old?.reason === 'NewReplicaSetAvailable';
  if (isFinished) return conditions;
  const what =
    newSet === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${newSet.metadata.name}"`;
  const type = 'Progressing';
  if (isComplete(deployment, status)) {
    const message = `${what} has successfully progressed.`;
    return withCondition(
      conditions,
      { type, status: 'True', reason: 'NewReplicaSetAvailable', message },
      clock,
    );
  }
  if (hasProgressed(deployment, status)) {
    const message = `${what} is progressing.`;
    // The deadline begins again with each step.
    return replaced(conditions, { type, status: 'True', reason: 'ReplicaSetUpdated', message }, clock);
  }
  if (hasTimedOut(deployment, status, clock)) {
    const message = `${what} has timed out progressing.`;
    return withCondition(
      conditions,
      { type, status: 'False', reason: 'ProgressDeadlineExceeded', message },
      clock,
    );
  }
  return conditions;
}

export function hasDeadline({ spec }: Deployment): boolean {
  return spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== noDeadline;
}

/** Whether all Pods are of the current template and available. */
export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const desired = desiredReplicas(deployment);
  const { updatedReplicas, replicas, availableReplicas, observedGeneration = 0 } = status;
  return (
    (updatedReplicas ?? 0) === desired &&
    (replicas ?? 0) === desired &&
    (availableReplicas ?? 0) === desired &&
    observedGeneration >= (deployment.metadata.generation ?? 0)
  );
}

function hasProgressed({ status: old = {} }: Deployment, next: DeploymentStatus): boolean {
  return (
    (next.updatedReplicas ?? 0) > (old.updatedReplicas ?? 0) ||
    outdated(next) < outdated(old) ||
    (next.readyReplicas ?? 0) > (old.readyReplicas ?? 0) ||
    (next.availableReplicas ?? 0) > (old.availableReplicas ?? 0)
  );
}

/** The number of Pods of earlier templates. */
function outdated({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number {
  return replicas - updatedReplicas;
}

function hasTimedOut(deployment: Deployment, status: DeploymentStatus, clock: Clock): boolean {
  const condition = conditionOf(status.conditions ?? [], 'Progressing');
  if (condition === undefined || condition.reason === 'NewReplicaSetAvailable') return false;
  if (condition.reason === 'ProgressDeadlineExceeded') return true;
  return untilDeadline(deployment, status, clock) <= 0;
}

/** Milliseconds until the rollout has taken too long; Infinity if it cannot. */
export function untilDeadline(deployment: Deployment, status: DeploymentStatus, clock: Clock): number {
  const condition = conditionOf(status.conditions ?? [], 'Progressing');
  if (!hasDeadline(deployment) || condition?.reason === 'NewReplicaSetAvailable') return Infinity;
  const { progressDeadlineSeconds = 600 } = deployment.spec;
  return untilSecondsAfter(clock, condition?.lastUpdateTime, progressDeadlineSeconds);
}
