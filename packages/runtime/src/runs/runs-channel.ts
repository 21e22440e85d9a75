import { channel } from 'node:diagnostics_channel';
import type { Run } from './run.ts';

/**
 * Every run is published to this diagnostics channel. Managers that are created while it has subscribers record runs:
 * this is how a module that is loaded before the operator (`node --import`) sees its runs without changing it.
 */
const runsChannel = channel('opgen:run');

/** Whether somebody listens to the runs of this process. */
export function runsAreObserved(): boolean {
  return runsChannel.hasSubscribers;
}

/** Passes a run to those who listen. */
export function publishRun(run: Run): void {
  runsChannel.publish(run);
}
