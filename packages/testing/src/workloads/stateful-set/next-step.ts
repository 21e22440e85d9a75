import type { Clock } from '@opgen/runtime';
import type { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { isReady, isTerminated, untilAvailable } from '../pods/pod-state.ts';
import { ordinalOf, ordinalsOf } from './ordinals.ts';

/** The label of a Pod that names its revision. */
export const revisionLabel = 'controller-revision-hash';

/** What a reconcile does to the Pods of a StatefulSet. */
export interface Step {
  /** The ordinals to create. */
  readonly create: readonly number[];
  readonly remove: readonly Pod[];
}

const nothing: Step = { create: [], remove: [] };

/**
 * In order, one Pod after the other: a Pod is created only while all before it are available, and deleted only while
 * all others are. With Parallel, Pods need not wait for each other.
 */
export function nextStep(set: StatefulSet, pods: readonly Pod[], revision: string, clock: Clock): Step {
  if (set.metadata.deletionTimestamp !== undefined) return nothing;
  const ordinals = ordinalsOf(set);
  const replicas = ordinals.map((ordinal) => pods.find((pod) => ordinalOf(set, pod) === ordinal));
  const surplus = pods
    .filter((pod) => !ordinals.includes(ordinalOf(set, pod) ?? Infinity) && ordinalOf(set, pod) !== undefined)
    .toSorted((a, b) => (ordinalOf(set, b) ?? 0) - (ordinalOf(set, a) ?? 0));
  const isAvailable = availability(set, clock);
  return set.spec.podManagementPolicy === 'Parallel'
    ? parallelStep(set, { ordinals, replicas, surplus }, revision, isAvailable)
    : orderedStep(set, { ordinals, replicas, surplus }, revision, isAvailable);
}

interface Members {
  readonly ordinals: readonly number[];
  /** The Pods of the ordinals, as far as they exist. */
  readonly replicas: readonly (Pod | undefined)[];
  /** Highest ordinal first. */
  readonly surplus: readonly Pod[];
}

type IsAvailable = (pod: Pod) => boolean;

function orderedStep(set: StatefulSet, members: Members, revision: string, isAvailable: IsAvailable): Step {
  const { ordinals, replicas, surplus } = members;
  for (const [index, pod] of replicas.entries()) {
    if (pod === undefined) return { create: [ordinals[index] ?? 0], remove: [] };
    if (isTerminated(pod)) return isTerminating(pod) ? nothing : { create: [], remove: [pod] };
    if (isTerminating(pod) || !isAvailable(pod)) return nothing;
  }
  const [last] = surplus;
  if (last === undefined) return { create: [], remove: outdated(set, replicas, revision, isAvailable) };
  if (isTerminating(last)) return nothing;
  // An unavailable Pod goes only if no other one with a lower ordinal is unavailable too.
  const first = surplus.findLast((pod) => !isAvailable(pod) || isTerminating(pod));
  return isAvailable(last) || last === first ? { create: [], remove: [last] } : nothing;
}

function parallelStep(set: StatefulSet, members: Members, revision: string, isAvailable: IsAvailable): Step {
  const { ordinals, replicas, surplus } = members;
  const create = ordinals.filter((_, index) => replicas[index] === undefined);
  const ended = replicas.filter((pod) => pod !== undefined && isTerminated(pod)) as readonly Pod[];
  const remove = [...ended, ...surplus].filter((pod) => !isTerminating(pod));
  const updated = outdated(set, replicas, revision, isAvailable).filter((pod) => !remove.includes(pod));
  return { create, remove: [...remove, ...updated] };
}

/** The Pod to replace in a rolling update: the highest ordinals first, each after the one before is available. */
function outdated(
  { spec }: StatefulSet,
  replicas: readonly (Pod | undefined)[],
  revision: string,
  isAvailable: IsAvailable,
): Pod[] {
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  if (type === 'OnDelete') return [];
  for (const pod of replicas.slice(rollingUpdate?.partition ?? 0).toReversed()) {
    if (pod === undefined) return [];
    if (revisionOf(pod) !== revision && !isTerminating(pod)) return [pod];
    if (!isAvailable(pod) || isTerminating(pod)) return [];
  }
  return [];
}

/** Whether a missing Pod belongs to the current revision instead of the updated one. */
export function keepsRevision({ spec, status }: StatefulSet, ordinal: number): boolean {
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  const { start = 0 } = spec.ordinals ?? {};
  if (rollingUpdate !== undefined) return ordinal < start + (rollingUpdate.partition ?? 0);
  return type === 'RollingUpdate' && ordinal < start + (status?.currentReplicas ?? 0);
}

export function revisionOf({ metadata }: Pod): string | undefined {
  return metadata.labels?.[revisionLabel];
}

function isTerminating({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function availability({ spec }: StatefulSet, clock: Clock): IsAvailable {
  return (pod) => isReady(pod) && untilAvailable(pod, spec.minReadySeconds ?? 0, clock) <= 0;
}
