import type { Clock } from '../clock.ts';
import type { Lease, LeaseSpec } from '../kinds/coordination/v1.ts';

/**
 * What was seen of a Lease, and when.
 *
 * Whether its holder is gone is told by how long nothing has changed here, by the clock of this process alone:
 * the times in the Lease were written by another machine, whose clock may say anything.
 */
export class LeaseRecord {
  readonly #clock: Clock;
  readonly #fallback: number;
  #spec: LeaseSpec | undefined;
  #seenAt = 0;

  /** `leaseDuration`: milliseconds, for a Lease that does not say. */
  constructor(clock: Clock, leaseDuration: number) {
    this.#clock = clock;
    this.#fallback = leaseDuration;
  }

  /** Who held it when it was last seen. */
  get holder(): string {
    return this.#spec?.holderIdentity ?? '';
  }

  /** Takes note of what was read; of a Lease that is gone, what was known before stays true. */
  observe(lease: Lease | undefined): void {
    if (lease === undefined) return;
    // A Lease that somebody made by hand may have no spec.
    const spec = (lease.spec as LeaseSpec | undefined) ?? {};
    if (this.#spec !== undefined && sameRecord(this.#spec, spec)) return;
    this.#spec = spec;
    this.#seenAt = this.#clock.monotonic();
  }

  /** Whether somebody other than `identity` may still lead. */
  isHeldByOther(identity: string): boolean {
    if (this.holder === '' || this.holder === identity) return false;
    const seconds = this.#spec?.leaseDurationSeconds;
    const duration = seconds === undefined || seconds <= 0 ? this.#fallback : seconds * 1000;
    return this.#clock.monotonic() < this.#seenAt + duration;
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
