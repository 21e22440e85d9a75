import { shortened } from '../objects/child-name.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { DueRun } from './due-run.ts';

/**
 * What to do when a run is due while an earlier one is active, as in a CronJob.
 *
 * - `Allow`: start it concurrently.
 * - `Forbid`: wait for the earlier run to finish. The new run stays due until its `startingDeadlineSeconds` pass or a
 *   later run is due.
 * - `Replace`: delete the earlier run and start the new one.
 */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** The due run and the active runs. */
export interface RunDecisionOptions<T extends KubernetesObject> {
  due: DueRun;
  /** The runs that have not finished. */
  active: readonly T[];
  /** Default: `Allow`. */
  concurrencyPolicy?: ConcurrencyPolicy | undefined;
  /** Start nothing now. Runs that become due while suspended count as missed. */
  suspend?: boolean | undefined;
}

/** What to do now. `start` is absent if no run should start. */
export interface RunDecision<T extends KubernetesObject> {
  /** The scheduled time of the run to start. */
  start?: Date | undefined;
  /** Runs to delete before the start. */
  replace: readonly T[];
}

/** Decides whether the due run starts now, given the active runs. Pure. */
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
 * Returns the name for the object of a run, in the format of a CronJob's Jobs. The same run always gets the same name,
 * so a run that is started twice, for example because a response was lost, exists once.
 */
export function runName(prefix: string, due: Date): string {
  return `${shortened(prefix, 52)}-${Math.floor(due.getTime() / 60_000)}`;
}
