import type { CronJob, Job } from '@opgen/runtime/kinds/batch/v1';
import { hasCompleted, isFinished } from '../job/job-conditions.ts';

/** The finished Jobs beyond the history limits, oldest first. */
export function jobsToRemove({ spec }: CronJob, jobs: readonly Job[]): Job[] {
  const finished = jobs.filter(isFinished);
  return [
    ...oldest(finished.filter(hasCompleted), spec.successfulJobsHistoryLimit),
    ...oldest(
      finished.filter((job) => !hasCompleted(job)),
      spec.failedJobsHistoryLimit,
    ),
  ];
}

function oldest(jobs: readonly Job[], limit = Infinity): Job[] {
  const byStart = jobs.toSorted((a, b) => (isOlder(a, b) ? -1 : 1));
  return byStart.slice(0, Math.max(0, jobs.length - limit));
}

/** A Job that never started counts as the newest. */
function isOlder(a: Job, b: Job): boolean {
  const [first, second] = [a.status?.startTime, b.status?.startTime];
  if (first === second) return a.metadata.name < b.metadata.name;
  return second === undefined || (first !== undefined && first < second);
}
