// SPDX-License-Identifier: Apache-2.0

import { TerminalError } from '@opgen/runtime';
import { type Health, healthOf } from '@opgen/runtime/health';
import type { Job } from '@opgen/runtime/kinds/batch/v1';
import { decideRun, dueRun, runsToPrune, Schedule } from '@opgen/runtime/schedule';
import type { EtcdBackup } from '../api/etcd/v1alpha1/etcd-backup.ts';

export interface NextRun {
  /** The scheduled time of the snapshot to make now. */
  start?: Date | undefined;
  /** When to look again. */
  next?: Date | undefined;
  /** Jobs to delete, with their snapshots. */
  expired: Job[];
}

/** Decides what to do now, given the Jobs that exist. */
export function nextRun(backup: EtcdBackup, jobs: readonly Job[], now: Date): NextRun {
  const { keep, suspend = false } = backup.spec;
  const due = dueTimes(backup, now);
  const { start } = decideRun({
    due,
    active: inState('progressing', jobs),
    concurrencyPolicy: 'Forbid',
    suspend,
  });
  return {
    start,
    next: due.next,
    expired: [
      ...runsToPrune(inState('healthy', jobs), { keep }, now),
      // The newest failed run stays for its logs.
      ...runsToPrune(inState('failed', jobs), { keep: 1 }, now),
    ],
  };
}

export function inState(state: Health['state'], jobs: readonly Job[]): Job[] {
  return jobs.filter((job) => healthOf(job).state === state);
}

function dueTimes({ metadata, spec, status }: EtcdBackup, now: Date): ReturnType<typeof dueRun> {
  const created = new Date(metadata.creationTimestamp);
  if (spec.schedule === undefined) {
    // One snapshot, due at once. Its name follows from the time, as that of every other.
    return status?.lastScheduleTime === undefined ? { due: created, missed: 1 } : { missed: 0 };
  }
  const last = new Date(status?.lastScheduleTime ?? created);
  return dueRun({ schedule: parsed(spec.schedule, spec.timeZone), last, now });
}

function parsed(schedule: string, timeZone: string): Schedule {
  try {
    return new Schedule(schedule, { timeZone });
  } catch (error) {
    // Only a change of the spec helps.
    throw new TerminalError((error as Error).message);
  }
}
