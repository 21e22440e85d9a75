import type { Clock } from '../clock.ts';
import type { Lease, LeaseSpec } from '../kinds/coordination/v1.ts';

/**
 * The last observed state of a Lease, and when it was observed.
 *
 * A Lease has expired if it has not changed for its duration, measured by the clock of this process: the times in the
 * Lease were written by another machine, whose clock may be wrong.
 */
export class LeaseRecord {
  readonly #clock: Clock;
  readonly #fallback: number;
  #spec: LeaseSpec | undefined;
  #observedAt = 0;

  /** `leaseDuration`: milliseconds, for a Lease without `leaseDurationSeconds`. */
  constructor(clock: Clock, leaseDuration: number) {
    this.#clock = clock;
    this.#fallback = leaseDuration;
  }

  /** The last observed holder. */
  get holder(): string {
    return this.#spec?.holderIdentity ?? '';
  }

  /** Records a Lease that was read. If it does not exist, the last observed state stays. */
  observe(lease: Lease | undefined): void {
    if (lease === undefined) return;
    // A Lease that was created manually may have no spec.
    const spec = (lease.spec as LeaseSpec | undefined) ?? {};
    if (this.#spec !== undefined && sameRecord(this.#spec, spec)) return;
    this.#spec = spec;
    this.#observedAt = this.#clock.monotonic();
  }

  /** Whether another holder than `identity` may still be the leader. */
  isHeldByOther(identity: string): boolean {
    if (this.holder === '' || this.holder === identity) return false;
    const seconds = this.#spec?.leaseDurationSeconds;
    const duration = seconds === undefined || seconds <= 0 ? this.#fallback : seconds * 1000;
    return this.#clock.monotonic() < this.#observedAt + duration;
  }
}

function sameRecord(a: LeaseSpec, b: LeaseSpec): boolean {
  return (
    a.holderIdentity === b.holderIdentity &&
    a.renewTime === b.renewTime &&
    a.acquireTime === b.acquireTime &&
    a.leaseTransitions === b.leaseTransitions &&
    a.leaseDurationSeconds === b.leaseDurationSeconds
  );
}
