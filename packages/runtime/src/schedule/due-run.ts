import type { Schedule } from './schedule.ts';

/** A schedule, what has been run of it, and what to do about what has not. */
export interface DueRunOptions {
  schedule: Schedule;
  /** The time for which the last run was started; before the first one, the time since which the schedule holds. */
  last: Date;
  now: Date;
  /** Seconds after which a run is given up that could not start in time. Default: never. */
  startingDeadlineSeconds?: number;
  /** Of several that were missed, run the `latest`, or `none`, and wait for the next. Default: `latest`. */
  missed?: 'latest' | 'none';
}

/** What a schedule asks for at one moment. */
export interface DueRun {
  /** The time for which a run is to be started now: remember it as `last` before starting, so that none is doubled. */
  due?: Date;
  /** How many times have passed without a run, the due one included; counted to 100. */
  missed: number;
  /** When to look again. */
  next?: Date;
}

/** A run that starts this much too late has still not been missed. */
const patience = 60_000;
const countedMissed = 100;

/** Whether a schedule asks for a run now, and when it does next. Pure: the caller keeps `last`. */
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
    // After a long pause: jump to the recent past, where the latest one is.
    due = missed >= countedMissed ? recentTime(schedule, time, now) : time;
    from = due;
  }
  const next = schedule.next(now);
  const isLate = due !== undefined && now.getTime() - due.getTime() > patience;
  const run = policy === 'none' && isLate ? undefined : due;
  return { ...(run && { due: run }), missed: Math.min(missed, countedMissed), ...(next && { next }) };
}

/** A time of the schedule after which only few come until now. */
function recentTime(schedule: Schedule, known: Date, now: Date): Date {
  let best = known;
  for (let back = now.getTime() - known.getTime(); back >= patience; back /= 2) {
    const candidate = schedule.next(new Date(now.getTime() - back));
    if (candidate === undefined || candidate > now) break;
    if (candidate > best) best = candidate;
  }
  return best;
}
