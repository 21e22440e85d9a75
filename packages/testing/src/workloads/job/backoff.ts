import type { Clock } from '@opgen/runtime';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { podCondition } from '../pods/pod-state.ts';
import { failuresBefore } from './job-pods.ts';

/** The failures of a Job since a Pod of it last succeeded. */
export interface Failures {
  readonly count: number;
  /** When the last one failed, in milliseconds. */
  readonly last: number;
}

export const noFailures: Failures = { count: 0, last: 0 };

const firstDelay = 10_000;
const longestDelay = 600_000;

/** The failures after further Pods have finished. */
export function failuresAfter(before: Failures, succeeded: readonly Pod[], failed: readonly Pod[]): Failures {
  const lastSuccess = Math.max(...succeeded.map(finishedAt));
  const later = failed.map(finishedAt).filter((time) => time > lastSuccess);
  const known = succeeded.length > 0 ? noFailures : before;
  return later.length === 0 ? known : { count: known.count + later.length, last: Math.max(...later) };
}

/** Milliseconds until failed Pods may be replaced: 10 seconds after the first failure, 20 after the next, up to 10 minutes. */
export function untilReplacement({ count, last }: Failures, clock: Clock): number {
  if (count === 0) return 0;
  const delay = Math.min(firstDelay * 2 ** (count - 1), longestDelay);
  return Math.max(0, last + delay - clock.now());
}

/** The failures of a completion index, of which this Pod is the last. */
export function failuresOfIndex(last: Pod | undefined): Failures {
  if (last === undefined) return noFailures;
  const { counted, ignored } = failuresBefore(last);
  return { count: counted + ignored + 1, last: finishedAt(last) };
}

/** When the containers of a Pod ended, or else when it stopped being ready or was deleted. */
export function finishedAt(pod: Pod): number {
  const { metadata, status } = pod;
  const ends = (status?.containerStatuses ?? []).map(({ state }) =>
    Date.parse(state?.terminated?.finishedAt ?? ''),
  );
  if (ends.length > 0 && !ends.some(Number.isNaN)) return Math.max(...ends);
  const ready = podCondition(pod, 'Ready');
  if (ready?.status === 'False' && ready.lastTransitionTime !== undefined)
    return Date.parse(ready.lastTransitionTime);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp = '' } = metadata;
  return deletionTimestamp === undefined
    ? Date.parse(creationTimestamp)
    : Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
}
