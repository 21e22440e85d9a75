import { channel } from 'node:diagnostics_channel';
import type { Run } from './run.ts';

/**
 * Every run is published to this diagnostics channel. Managers that are created while it has subscribers record runs:
 * this is how a module that is loaded before the operator (`node --import`) sees its runs without changing it.
 */
const runsChannel = channel('opgen:run');

/** Whether the channel has subscribers. */
export function runsAreObserved(): boolean {
  return runsChannel.hasSubscribers;
}

/** Passes a run to the subscribers. */
export function publishRun(run: Run): void {
  runsChannel.publish(run);
}
