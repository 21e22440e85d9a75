import type { LeaderElectionOptions } from './leader-election-options.ts';

/** In milliseconds. */
export interface Timing {
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
}

/** The times of an election, checked: with others a healthy leader would lose its Lease, or two would lead. */
export function timingOf(options: LeaderElectionOptions): Timing {
  const { leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2_000 } = options;
  const reject = (rule: string): never => {
    const times = `leaseDuration ${leaseDuration}, renewDeadline ${renewDeadline}, retryPeriod ${retryPeriod}`;
    throw new RangeError(`leader election: ${rule} (${times}, in milliseconds)`);
  };
  if (!(retryPeriod > 0)) reject('retryPeriod must be more than 0');
  if (!(renewDeadline > 1.2 * retryPeriod)) reject('renewDeadline must be more than 1.2 times retryPeriod');
  if (!(leaseDuration > renewDeadline)) reject('leaseDuration must be more than renewDeadline');
  return { leaseDuration, renewDeadline, retryPeriod };
}
