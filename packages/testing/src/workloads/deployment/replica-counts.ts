import type { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { portionOf } from '../pods/portion.ts';

export function desiredReplicas({ spec }: Deployment | ReplicaSet): number {
  return spec.replicas ?? 1;
}

export function isRollingUpdate({ spec }: Deployment): boolean {
  return (spec.strategy?.type ?? 'RollingUpdate') === 'RollingUpdate';
}

/** How many Pods a rolling update may create above the desired number, and how many may be unavailable. */
export function rollingLimits(deployment: Deployment): { maxSurge: number; maxUnavailable: number } {
  if (!isRollingUpdate(deployment)) return { maxSurge: 0, maxUnavailable: 0 };
  const replicas = desiredReplicas(deployment);
  const { maxSurge = '25%', maxUnavailable = '25%' } = deployment.spec.strategy?.rollingUpdate ?? {};
  const surge = portionOf(replicas, maxSurge, Math.ceil);
  const unavailable = portionOf(replicas, maxUnavailable, Math.floor);
  // With neither, an update could not begin.
  return surge === 0 && unavailable === 0
    ? { maxSurge: 0, maxUnavailable: 1 }
    : { maxSurge: surge, maxUnavailable: unavailable };
}

/** How many of the desired Pods may be unavailable while the Deployment counts as available. */
export function mostUnavailable(deployment: Deployment): number {
  const replicas = desiredReplicas(deployment);
  return Math.min(rollingLimits(deployment).maxUnavailable, replicas);
}

export function sumOf(
  replicaSets: readonly ReplicaSet[],
  count: (replicaSet: ReplicaSet) => number | undefined,
): number {
  return replicaSets.reduce((sum, replicaSet) => sum + (count(replicaSet) ?? 0), 0);
}

/** The number of replicas of the new ReplicaSet that the strategy allows now. */
export function newReplicas(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
): number {
  const desired = desiredReplicas(deployment);
  if (!isRollingUpdate(deployment)) return desired;
  const current = newSet === undefined ? 0 : desiredReplicas(newSet);
  const room = desired + rollingLimits(deployment).maxSurge - sumOf(all, desiredReplicas);
  if (room <= 0) return current;
  return current + Math.min(room, desired - current);
}

/** How many replicas each old ReplicaSet keeps in a rolling update: only those that are scaled down are listed. */
export function oldReplicas(
  deployment: Deployment,
  newSet: ReplicaSet,
  old: readonly ReplicaSet[],
): Map<ReplicaSet, number> {
  const kept = new Map<ReplicaSet, number>();
  if (sumOf(old, desiredReplicas) === 0) return kept;
  const all = [...old, newSet];
  const least = desiredReplicas(deployment) - mostUnavailable(deployment);
  const newUnavailable = desiredReplicas(newSet) - (newSet.status?.availableReplicas ?? 0);
  const most = sumOf(all, desiredReplicas) - least - newUnavailable;
  if (most <= 0) return kept;
  const oldest = byAge(old);
  const keptBy = (set: ReplicaSet): number => kept.get(set) ?? desiredReplicas(set);

  // Pods that are not available serve nobody, so they go first.
  let removed = 0;
  for (const set of oldest) {
    const unhealthy = desiredReplicas(set) - (set.status?.availableReplicas ?? 0);
    const count = Math.min(most - removed, unhealthy);
    if (count <= 0) continue;
    kept.set(set, desiredReplicas(set) - count);
    removed += count;
  }

  let spare = sumOf(all, ({ status }) => status?.availableReplicas) - least;
  for (const set of oldest) {
    const count = Math.min(keptBy(set), spare);
    if (count <= 0) continue;
    kept.set(set, keptBy(set) - count);
    spare -= count;
  }
  return kept;
}

/** Distributes a change of the number of replicas over the ReplicaSets of a rollout, in proportion to their sizes. */
export function proportionalReplicas(
  deployment: Deployment,
  active: readonly ReplicaSet[],
  maxReplicasOf: (replicaSet: ReplicaSet) => number,
): Map<ReplicaSet, number> {
  const desired = desiredReplicas(deployment);
  const allowed = desired > 0 ? desired + rollingLimits(deployment).maxSurge : 0;
  const toAdd = allowed - sumOf(active, desiredReplicas);
  const sized = bySize(active, toAdd > 0);
  const result = new Map<ReplicaSet, number>();
  let added = 0;
  for (const set of sized) {
    const size = desiredReplicas(set);
    const share = toAdd === 0 ? 0 : proportionOf(set, allowed, maxReplicasOf(set), toAdd, added);
    result.set(set, size + share);
    added += share;
  }
  const [largest] = sized;
  if (largest !== undefined && toAdd !== 0) {
    const size = (result.get(largest) ?? 0) + toAdd - added;
    result.set(largest, Math.max(size, 0));
  }
  return result;
}

function proportionOf(
  set: ReplicaSet,
  allowed: number,
  maxReplicas: number,
  toAdd: number,
  added: number,
): number {
  const size = desiredReplicas(set);
  if (size === 0) return 0;
  const fraction = allowed === 0 ? -size : Math.round((size * allowed) / Math.max(maxReplicas, 1)) - size;
  const left = toAdd - added;
  return toAdd > 0 ? Math.min(fraction, left) : Math.max(fraction, left);
}

/** Oldest first. */
export function byAge(replicaSets: readonly ReplicaSet[]): ReplicaSet[] {
  return replicaSets.toSorted((a, b) => compareAge(a, b));
}

function compareAge(a: ReplicaSet, b: ReplicaSet): number {
  const [first = '', second = ''] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
  if (first !== second) return first < second ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

/** Largest first; of equal ones the newer first when growing, the older first when shrinking. */
function bySize(replicaSets: readonly ReplicaSet[], isGrowing: boolean): ReplicaSet[] {
  return replicaSets.toSorted((a, b) => {
    const difference = desiredReplicas(b) - desiredReplicas(a);
    if (difference !== 0) return difference;
    return isGrowing ? -compareAge(a, b) : compareAge(a, b);
  });
}
