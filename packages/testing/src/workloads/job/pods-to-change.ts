import type { Clock } from '@opgen/runtime';
import type { Job } from '@opgen/runtime/kinds/batch/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { inDeletionOrder } from '../replica-set/deletion-order.ts';
import { type Failures, failuresOfIndex, untilReplacement } from './backoff.ts';
import { firstFree, union } from './indexes.ts';
import {
  hasLimitPerIndex,
  indexOf,
  isIndexed,
  isTerminating,
  isValid,
  replacesOnlyFailed,
} from './job-pods.ts';
import { indexesOf, type JobProgress } from './job-progress.ts';

/** The most Pods that one reconcile creates or deletes. */
const burst = 500;

/** A Pod to create: of an indexed Job, its index, and the failed Pod that it replaces. */
export interface Wanted {
  readonly index?: number;
  readonly replaces?: Pod;
}

/** What a reconcile does to the Pods of a Job that has not ended: it creates or deletes, never both. */
export interface PodChanges {
  readonly remove: readonly Pod[];
  readonly create: readonly Wanted[];
  /** Milliseconds until failed Pods may be replaced. */
  readonly wait?: number;
}

export function podsToChange(
  job: Job,
  pods: readonly Pod[],
  progress: JobProgress,
  failures: Failures,
  clock: Clock,
): PodChanges {
  const { active } = progress;
  if (job.spec.suspend === true) return { remove: active, create: [] };
  const wanted = wantedActive(job, progress);
  const remove = surplus(job, active, Math.max(0, active.length - wanted), clock).slice(0, burst);
  if (remove.length > 0) return { remove, create: [] };
  const terminating = replacesOnlyFailed(job) ? pods.filter(isTerminating) : [];
  const missing = Math.min(wanted - terminating.length - active.length, burst);
  if (missing <= 0) return { remove: [], create: [] };
  if (hasLimitPerIndex(job))
    return perIndex(freeIndexes(job, progress, terminating, missing), progress, clock);
  const wait = untilReplacement(failures, clock);
  if (wait > 0) return { remove: [], create: [], wait };
  const create = isIndexed(job)
    ? freeIndexes(job, progress, terminating, missing).map((index) => ({ index }))
    : Array.from({ length: missing }, () => ({}));
  return { remove: [], create };
}

/** How many Pods should run at once. */
function wantedActive(
  { spec: { parallelism = 1, completions } }: Job,
  { succeeded, active }: JobProgress,
): number {
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

/** At least so many Pods, and those of an indexed Job whose index is missing, too large, or taken by another Pod. */
function surplus(job: Job, active: readonly Pod[], count: number, clock: Clock): Pod[] {
  const ordered = inDeletionOrder(active, new Map(), clock.now());
  const duplicates = isIndexed(job)
    ? ordered.filter(
        (pod, position) =>
          !isValid(pod, job) || ordered.slice(position + 1).some((other) => indexOf(other) === indexOf(pod)),
      )
    : [];
  const others = ordered.filter((pod) => !duplicates.includes(pod));
  return [...duplicates, ...others.slice(0, Math.max(0, count - duplicates.length))];
}

function freeIndexes(
  { spec }: Job,
  { active, succeededIndexes, failedIndexes = [] }: JobProgress,
  terminating: readonly Pod[],
  count: number,
): number[] {
  const taken = union(succeededIndexes, failedIndexes, indexesOf(active), indexesOf(terminating));
  return firstFree(taken, spec.completions ?? 0, count);
}

/** Each index has a delay of its own. */
function perIndex(indexes: readonly number[], { replaceable }: JobProgress, clock: Clock): PodChanges {
  const waits = indexes.map((index) => untilReplacement(failuresOfIndex(replaceable.get(index)), clock));
  const create = indexes
    .filter((_, position) => waits[position] === 0)
    .map((index) => {
      const replaces = replaceable.get(index);
      return { index, ...(replaces && { replaces }) };
    });
  const left = waits.filter((wait) => wait > 0);
  return { remove: [], create, ...(left.length > 0 && { wait: Math.min(...left) }) };
}
