import type { Job, JobStatus } from '@opgen/runtime/kinds/batch/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { formatIndexes } from './indexes.ts';
import type { End } from './job-conditions.ts';
import { hasFailed, hasSucceeded, indexOf, isIndexed, isTracked, isValid } from './job-pods.ts';
import type { JobProgress } from './job-progress.ts';
import { failureVerdict } from './pod-failure-policy.ts';

/** The most Pods that a status contains before they are counted. */
const mostUncounted = 500;

/**
 * Pods are counted in three steps, so that none is lost or counted twice if the controller fails in between: the
 * status lists them, their finalizers are removed, and the counters replace the list.
 */
export interface Counting {
  /** The status with the Pods that are about to be counted. */
  readonly status: JobStatus;
  /** The Pods whose finalizers are removed. */
  readonly release: readonly Pod[];
  /** More Pods have ended than one status may contain. */
  readonly isPartial: boolean;
}

export function count(job: Job, pods: readonly Pod[], progress: JobProgress, end: End | undefined): Counting {
  const status = counted(
    job.status ?? {},
    new Set(pods.filter(isTracked).map(({ metadata }) => metadata.uid)),
  );
  const succeeded = [...(status.uncountedTerminatedPods?.succeeded ?? [])];
  const failed = [...(status.uncountedTerminatedPods?.failed ?? [])];
  const release: Pod[] = [];
  const indexed = isIndexed(job);
  const ordered = indexed ? pods.toSorted((a, b) => (indexOf(a) ?? -1) - (indexOf(b) ?? -1)) : pods;
  let isPartial = false;
  for (const pod of ordered) {
    if (!isTracked(pod) || !isReleasable(job, pod, progress, end)) continue;
    release.push(pod);
    const { uid } = pod.metadata;
    if (hasSucceeded(pod) && !failed.includes(uid)) {
      // The completed indexes already contain it.
      if (!indexed && !succeeded.includes(uid)) succeeded.push(uid);
    } else if (hasFailed(pod, job) || end?.type === 'Failed') {
      // Whatever still runs when the Job fails has failed too.
      if (!failed.includes(uid) && isValid(pod, job) && failureVerdict(job, pod).counts) failed.push(uid);
    }
    isPartial = succeeded.length + failed.length >= mostUncounted;
    if (isPartial) break;
  }
  const uncountedTerminatedPods = {
    ...(succeeded.length > 0 && { succeeded }),
    ...(failed.length > 0 && { failed }),
  };
  return {
    status: { ...status, ...(indexed && indexCounts(progress)), uncountedTerminatedPods },
    release,
    isPartial,
  };
}

/** The status after the finalizers of listed Pods were removed: it counts those that are in `tracked` no longer. */
export function counted(status: JobStatus, tracked: ReadonlySet<string>): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const left = {
    succeeded: succeeded.filter((uid) => tracked.has(uid)),
    failed: failed.filter((uid) => tracked.has(uid)),
  };
  const more = {
    succeeded: (status.succeeded ?? 0) + succeeded.length - left.succeeded.length,
    failed: (status.failed ?? 0) + failed.length - left.failed.length,
  };
  const { succeeded: _, failed: __, ...others } = status;
  return {
    ...others,
    ...(more.succeeded > 0 && { succeeded: more.succeeded }),
    ...(more.failed > 0 && { failed: more.failed }),
    uncountedTerminatedPods: {
      ...(left.succeeded.length > 0 && { succeeded: left.succeeded }),
      ...(left.failed.length > 0 && { failed: left.failed }),
    },
  };
}

function indexCounts({
  succeededIndexes,
  failedIndexes,
}: JobProgress): Pick<JobStatus, 'succeeded' | 'completedIndexes' | 'failedIndexes'> {
  return {
    ...(succeededIndexes.length > 0 && {
      succeeded: succeededIndexes.length,
      completedIndexes: formatIndexes(succeededIndexes),
    }),
    ...(failedIndexes && { failedIndexes: formatIndexes(failedIndexes) }),
  };
}

function isReleasable(job: Job, pod: Pod, { replaceable }: JobProgress, end: End | undefined): boolean {
  if (job.metadata.deletionTimestamp !== undefined || end !== undefined || hasSucceeded(pod)) return true;
  return hasFailed(pod, job) && replaceable.get(indexOf(pod) ?? -1)?.metadata.uid !== pod.metadata.uid;
}
