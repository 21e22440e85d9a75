import type { LeaderElectionOptions } from './leader-election-options.ts';

/** Durations in milliseconds. */
export interface Timing {
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
}

/** Validates the durations: with others, a healthy leader could lose its Lease, or there could be two leaders. */
export function timingOf(options: LeaderElectionOptions): Timing {
  const { leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2_000 } = options;
  const reject = (rule: string): never => {
    const durations = `leaseDuration ${leaseDuration}, renewDeadline ${renewDeadline}, retryPeriod ${retryPeriod}`;
    throw new RangeError(`leader election: ${rule} (${durations}, in milliseconds)`);
  };
  if (!(retryPeriod > 0)) reject('retryPeriod must be greater than 0');
  if (!(renewDeadline > 1.2 * retryPeriod))
    reject('renewDeadline must be greater than 1.2 times retryPeriod');
  if (!(leaseDuration > renewDeadline)) reject('leaseDuration must be greater than renewDeadline');
  return { leaseDuration, renewDeadline, retryPeriod };
}
