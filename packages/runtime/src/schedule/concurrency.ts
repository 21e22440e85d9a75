import { shortened } from '../objects/child-name.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { DueRun } from './due-run.ts';

/**
 * What to do when a run is due while an earlier one goes on, as in a CronJob.
 *
 * - `Allow`: start it beside the other.
 * - `Forbid`: let the other end first. The run stays due, unless its `startingDeadlineSeconds` are over by then or a
 *   later one is due.
 * - `Replace`: delete the other, and start it.
 */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** A run that is due, and those that have not ended. */
export interface RunDecisionOptions<T extends KubernetesObject> {
  due: DueRun;
  /** The runs that have not ended. */
  active: readonly T[];
  /** Default: `Allow`. */
  concurrencyPolicy?: ConcurrencyPolicy;
  /** Start nothing now. What falls due meanwhile counts as missed. */
  suspend?: boolean;
}

/** What to do now about a run that is due: `start` is absent when that is nothing. */
export interface RunDecision<T extends KubernetesObject> {
  /** The time for which a run is to be started. */
  start?: Date;
  /** Runs to be deleted before. */
  replace: readonly T[];
}

/** Whether the run that is due starts now, given those that go on. Pure. */
export function decideRun<T extends KubernetesObject>({
  due: { due },
  active,
  concurrencyPolicy = 'Allow',
  suspend = false,
}: RunDecisionOptions<T>): RunDecision<T> {
  const isHeld = suspend || (concurrencyPolicy === 'Forbid' && active.length > 0);
  if (due === undefined || isHeld) return { replace: [] };
  return { start: due, replace: concurrencyPolicy === 'Replace' ? active : [] };
}

/**
 * A name for the object of a run, as a CronJob gives its Jobs: the same whenever it is asked for, so that a run which
 * is started twice, because the first answer was lost, is there once.
 */
export function runName(prefix: string, due: Date): string {
  return `${shortened(prefix, 52)}-${Math.floor(due.getTime() / 60_000)}`;
}
