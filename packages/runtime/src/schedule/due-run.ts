import type { Schedule } from './schedule.ts';

/** A schedule, its last run, and what to do about missed runs. */
export interface DueRunOptions {
  schedule: Schedule;
  /** The scheduled time of the last run; before the first run, the time at which the schedule took effect. */
  last: Date;
  now: Date;
  /** Skip a run that is more than this many seconds late. Default: no deadline. */
  startingDeadlineSeconds?: number | undefined;
  /** Which of the missed runs to start: the `latest`, or `none`. Default: `latest`. */
  missed?: 'latest' | 'none' | undefined;
}

/** Whether a run is due, and when to check again. */
export interface DueRun {
  /** The scheduled time of the run to start. Store it as `last`; do so first if the run has no name from `runName`. */
  due?: Date | undefined;
  /** The number of runs missed since `last`, including the due one; at most 100. */
  missed: number;
  /** The next scheduled time: when to check again. */
  next?: Date | undefined;
}

/** A run that is at most this late does not count as missed. */
const tolerance = 60_000;
const countedMissed = 100;

/** Whether a run is due now, and when the next one is. Pure: the caller stores `last`. */
export function dueRun({
  schedule,
  last,
  now,
  startingDeadlineSeconds,
  missed: policy = 'latest',
}: DueRunOptions): DueRun {
  const oldest = startingDeadlineSeconds === undefined ? 0 : now.getTime() - startingDeadlineSeconds * 1000;
  let from = new Date(Math.max(last.getTime(), oldest));
  let due: Date | undefined;
  let missed = 0;
  for (let time = schedule.next(from); time !== undefined && time <= now; time = schedule.next(from)) {
    missed += 1;
    // After a long outage: skip to the recent past, because only the latest missed run matters.
    due = missed >= countedMissed ? recentTime(schedule, time, now) : time;
    from = due;
  }
  const next = schedule.next(now);
  const isLate = due !== undefined && now.getTime() - due.getTime() > tolerance;
  const run = policy === 'none' && isLate ? undefined : due;
  return { ...(run && { due: run }), missed: Math.min(missed, countedMissed), ...(next && { next }) };
}

/** Returns a scheduled time close to `now`, so that only a few remain to be iterated. */
function recentTime(schedule: Schedule, known: Date, now: Date): Date {
  let best = known;
  for (let back = now.getTime() - known.getTime(); back >= tolerance; back /= 2) {
    const candidate = schedule.next(new Date(now.getTime() - back));
    if (candidate === undefined || candidate > now) break;
    if (candidate > best) best = candidate;
  }
  return best;
}
