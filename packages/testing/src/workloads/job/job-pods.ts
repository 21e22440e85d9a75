import type { Job } from '@opgen/runtime/kinds/batch/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';

/** Keeps a Pod until its Job has counted it. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';
export const indexAnnotation = 'batch.kubernetes.io/job-completion-index';
export const failureCountAnnotation = 'batch.kubernetes.io/job-index-failure-count';
export const ignoredFailureCountAnnotation = 'batch.kubernetes.io/job-index-ignored-failure-count';

export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === 'Indexed';
}

export function hasLimitPerIndex({ spec }: Job): boolean {
  return spec.backoffLimitPerIndex !== undefined;
}

/** Whether a Pod that is being deleted is replaced only after it has failed. */
export function replacesOnlyFailed({ spec }: Job): boolean {
  return spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;
}

/** Whether the Job counts the Pod as failed: one that is being deleted may never get to its Failed phase. */
export function hasFailed({ metadata, status }: Pod, job: Job): boolean {
  if (status?.phase === 'Failed') return true;
  return (
    !replacesOnlyFailed(job) && metadata.deletionTimestamp !== undefined && status?.phase !== 'Succeeded'
  );
}

export function hasSucceeded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded';
}

export function isTerminating({ metadata, status }: Pod): boolean {
  return (
    metadata.deletionTimestamp !== undefined && status?.phase !== 'Failed' && status?.phase !== 'Succeeded'
  );
}

/** Whether the Job has not counted the Pod yet. */
export function isTracked({ metadata }: Pod): boolean {
  return (metadata.finalizers ?? []).includes(trackingFinalizer);
}

/** The completion index of a Pod; undefined if it has none. */
export function indexOf({ metadata }: Pod): number | undefined {
  return countIn(metadata.annotations?.[indexAnnotation]);
}

/** Whether the Pod counts: those of an indexed Job need an index that the Job still has. */
export function isValid(pod: Pod, job: Job): boolean {
  if (!isIndexed(job)) return true;
  const index = indexOf(pod);
  return index !== undefined && index < (job.spec.completions ?? 0);
}

/** How many Pods of the same index failed before this one, by way of its annotations. */
export function failuresBefore({ metadata }: Pod): { counted: number; ignored: number } {
  const { annotations = {} } = metadata;
  return {
    counted: countIn(annotations[failureCountAnnotation]) ?? 0,
    ignored: countIn(annotations[ignoredFailureCountAnnotation]) ?? 0,
  };
}

function countIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
