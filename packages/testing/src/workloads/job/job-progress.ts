import type { Clock } from '@opgen/runtime';
import type { Job } from '@opgen/runtime/kinds/batch/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { isActive } from '../pods/pod-state.ts';
import { untilSecondsAfter } from '../time.ts';
import { failuresOfIndex, finishedAt } from './backoff.ts';
import { type Indexes, parseIndexes, union } from './indexes.ts';
import { completionsReached, decidedEnd, type End } from './job-conditions.ts';
import {
  failuresBefore,
  hasFailed,
  hasLimitPerIndex,
  hasSucceeded,
  indexOf,
  isIndexed,
  isTracked,
  isValid,
} from './job-pods.ts';
import { failureVerdict } from './pod-failure-policy.ts';
import { successMessage } from './success-policy.ts';

/** The progress of a Job: what its status has counted, and the Pods that it has not counted yet. */
export interface JobProgress {
  readonly active: readonly Pod[];
  /** The Pods that have ended since the last reconcile. */
  readonly newlySucceeded: readonly Pod[];
  readonly newlyFailed: readonly Pod[];
  readonly succeeded: number;
  readonly failed: number;
  readonly succeededIndexes: Indexes;
  /** Undefined without a limit per index. */
  readonly failedIndexes?: Indexes;
  /** Failed Pods that stay until their replacement exists, which continues to count their failures. */
  readonly replaceable: ReadonlyMap<number, Pod>;
}

export function jobProgress(job: Job, pods: readonly Pod[]): JobProgress {
  const { status = {}, spec } = job;
  const uncounted = status.uncountedTerminatedPods ?? {};
  const finished = (hasEnded: (pod: Pod) => boolean, uids: readonly string[] = []): Pod[] =>
    pods.filter(
      (pod) => isTracked(pod) && !uids.includes(pod.metadata.uid) && isValid(pod, job) && hasEnded(pod),
    );
  const newlySucceeded = finished(hasSucceeded, uncounted.succeeded);
  const newlyFailed = finished((pod) => hasFailed(pod, job), uncounted.failed);
  const counted = newlyFailed.filter((pod) => failureVerdict(job, pod).counts);
  const active = pods.filter(isActive);
  const failed = (status.failed ?? 0) + counted.length + (uncounted.failed ?? []).length;
  const shared = { active, newlySucceeded, newlyFailed, failed };
  if (!isIndexed(job)) {
    const succeeded = (status.succeeded ?? 0) + newlySucceeded.length + (uncounted.succeeded ?? []).length;
    return { ...shared, succeeded, succeededIndexes: [], replaceable: new Map() };
  }
  const { completions = 0 } = spec;
  const succeededIndexes = union(
    parseIndexes(status.completedIndexes ?? '', completions),
    pods
      .filter((pod) => isTracked(pod) && hasSucceeded(pod) && isValid(pod, job))
      .map((pod) => indexOf(pod) ?? 0),
  );
  const indexed = { ...shared, succeeded: succeededIndexes.length, succeededIndexes };
  if (!hasLimitPerIndex(job)) return { ...indexed, replaceable: new Map() };
  const failedIndexes = union(
    parseIndexes(status.failedIndexes ?? '', completions),
    pods
      .filter((pod) => isTracked(pod) && isValid(pod, job) && failsIndex(pod, job))
      .map((pod) => indexOf(pod) ?? 0),
  );
  const done = union(succeededIndexes, failedIndexes, indexesOf(active));
  return {
    ...indexed,
    failedIndexes,
    replaceable: lastFailures(
      finished((pod) => hasFailed(pod, job)),
      done,
    ),
  };
}

/** Why the Job ends now; undefined if it goes on. */
export function endOf(job: Job, pods: readonly Pod[], progress: JobProgress, clock: Clock): End | undefined {
  const { spec } = job;
  const { backoffLimit = 6, completions = 0, maxFailedIndexes = Infinity } = spec;
  const { failed, succeededIndexes, failedIndexes = [] } = progress;
  const decided = decidedEnd(job);
  if (decided !== undefined) return decided;
  const policy = pods
    .filter((pod) => hasFailed(pod, job))
    .map((pod) => failureVerdict(job, pod).jobFailure)
    .find((message) => message !== undefined);
  if (policy !== undefined) return failure('PodFailurePolicy', policy);
  if (failed > backoffLimit || restartsTooOften(job, pods))
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  if (untilDeadline(job, clock) <= 0)
    return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
  if (failedIndexes.length > maxFailedIndexes)
    return failure(
      'MaxFailedIndexesExceeded',
      'Job has exceeded the specified maximal number of failed indexes',
    );
  if (failedIndexes.length > 0 && failedIndexes.length + succeededIndexes.length >= completions)
    return failure('FailedIndexes', 'Job has failed indexes');
  const message = isIndexed(job) ? successMessage(job, succeededIndexes) : undefined;
  return message === undefined ? undefined : { type: 'Complete', reason: 'SuccessPolicy', message };
}

/** The success of a Job with no more than so many active Pods: all completions, or one if their number is open. */
export function successOf({ spec }: Job, succeeded: number, active: number): End | undefined {
  const isReached = spec.completions === undefined ? succeeded > 0 : succeeded >= spec.completions;
  return isReached && active === 0 ? completionsReached : undefined;
}

/** Milliseconds until the Job has been active for too long; Infinity if it cannot be. */
export function untilDeadline({ spec, status }: Job, clock: Clock): number {
  const { activeDeadlineSeconds, suspend = false } = spec;
  if (activeDeadlineSeconds === undefined || suspend) return Infinity;
  return untilSecondsAfter(clock, status?.startTime, activeDeadlineSeconds);
}

function failure(reason: string, message: string): End {
  return { type: 'Failed', reason, message };
}

/** With restartPolicy OnFailure, the restarts of the containers count towards the limit. */
function restartsTooOften({ spec }: Job, pods: readonly Pod[]): boolean {
  if (spec.template.spec?.restartPolicy !== 'OnFailure') return false;
  const { backoffLimit = 6 } = spec;
  const restarts = pods
    .filter(({ status }) => status?.phase === 'Running' || status?.phase === 'Pending')
    .flatMap(({ status = {} }) => [
      ...(status.initContainerStatuses ?? []),
      ...(status.containerStatuses ?? []),
    ])
    .reduce((sum, { restartCount }) => sum + restartCount, 0);
  return restarts >= Math.max(backoffLimit, 1);
}

function failsIndex(pod: Pod, job: Job): boolean {
  if (!hasFailed(pod, job)) return false;
  const { action, counts } = failureVerdict(job, pod);
  if (action === 'FailIndex') return true;
  return counts && failuresBefore(pod).counted >= (job.spec.backoffLimitPerIndex ?? Infinity);
}

export function indexesOf(pods: readonly Pod[]): number[] {
  return pods.map(indexOf).filter((index) => index !== undefined);
}

/** The last failed Pod of each index that is not done. */
function lastFailures(failed: readonly Pod[], done: Indexes): Map<number, Pod> {
  const last = new Map<number, Pod>();
  for (const pod of failed) {
    const index = indexOf(pod);
    if (index === undefined || done.includes(index)) continue;
    const known = last.get(index);
    if (known === undefined || isLater(pod, known)) last.set(index, pod);
  }
  return last;
}

function isLater(pod: Pod, other: Pod): boolean {
  return failuresOfIndex(pod).count >= failuresOfIndex(other).count && finishedAt(pod) >= finishedAt(other);
}
