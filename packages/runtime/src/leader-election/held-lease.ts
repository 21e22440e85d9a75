import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../clock.ts';

/** A write was refused here, before it was sent: this process leads no more, or may not, and another one may. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
}

/** One moment, by both clocks of a machine: the one that only grows, and the one on the wall. */
export interface ClockReading {
  readonly monotonic: number;
  readonly wall: number;
}

export function readClocks(clock: Clock): ClockReading {
  return { monotonic: clock.monotonic(), wall: clock.now() };
}

/**
 * One time in office: from when the Lease was taken until it was given up, taken away, or not renewed in time.
 *
 * Measured by the clock that only grows, so that no step of the wall clock makes it longer; and asked again
 * before every write, so that a process which was held up for a while does not go by what was true before. A
 * machine that was suspended finds the growing clock where it was, and only the one on the wall gone on; and
 * that one may have been set meanwhile. So when the two disagree nobody knows, and writes wait for the next
 * renewal. Only a machine whose clock is set back by as long as it slept cannot be told from one that did not.
 */
export class HeldLease {
  readonly #clock: Clock;
  readonly #duration: number;
  readonly #ended = new AbortController();
  #renewed: ClockReading;
  #cancelTimer: (() => void) | undefined;

  /** `duration`: milliseconds that it lasts without a renewal. `taken`: when the request for the Lease was sent. */
  constructor(clock: Clock, duration: number, taken: ClockReading) {
    this.#clock = clock;
    this.#duration = duration;
    this.#renewed = taken;
    this.#arm();
  }

  /** Aborted, with a `NotLeaderError`, when the term has ended. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get isExpired(): boolean {
    if (!this.signal.aborted && this.#remaining <= 0) this.end('the lease was not renewed in time');
    return this.signal.aborted;
  }

  /** Throws when the term is over, or may be. */
  check(): void {
    if (this.isExpired) throw this.signal.reason;
    const { monotonic, wall } = readClocks(this.#clock);
    const passed = wall - this.#renewed.wall;
    const disagreement = Math.abs(passed - (monotonic - this.#renewed.monotonic));
    if (passed < this.#duration && disagreement < this.#duration / 10) return;
    throw new NotLeaderError(
      'clock jump detected: writes are refused until the leader election lease is renewed',
    );
  }

  /** The Lease was renewed, by a request that was sent at this moment. A term that is over stays over. */
  extend(renewed: ClockReading): void {
    if (this.isExpired) return;
    this.#renewed = renewed;
    this.#arm();
  }

  end(reason: string): void {
    this.#cancelTimer?.();
    this.#ended.abort(new NotLeaderError(`this replica is no longer the leader: ${reason}`));
  }

  get #remaining(): number {
    return this.#renewed.monotonic + this.#duration - this.#clock.monotonic();
  }

  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.schedule(this.#remaining, () => {
      // A timer may fire a moment early.
      if (!this.isExpired) this.#arm();
    });
  }
}

const leases = new AsyncLocalStorage<HeldLease>();

/** Runs something whose writes, however deep inside and however much later, are refused once the term is over. */
export function withHeldLease<T>(held: HeldLease, run: () => T): T {
  return leases.run(held, run);
}

/** The term in whose name the caller acts. */
export function ambientLease(): HeldLease | undefined {
  return leases.getStore();
}
