import { Ambient } from '../ambient.ts';
import type { Clock } from '../clock.ts';

/** Thrown instead of sending a write when this process is no longer the leader, or may not be. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
}

/** A reading of both clocks: the monotonic clock and the wall clock. */
export interface ClockReading {
  readonly monotonic: number;
  readonly wall: number;
}

export function readClocks(clock: Clock): ClockReading {
  return { monotonic: clock.monotonic(), wall: clock.now() };
}

/**
 * The lease of the leader, from its acquisition until it is released, lost or not renewed in time.
 *
 * Expiry uses the monotonic clock, so that changes of the wall clock cannot extend it, and is checked before every
 * write, so that a paused process does not act on stale information. On a suspended machine the monotonic clock may
 * stop while the wall clock continues. If the two clocks disagree, writes are refused until the next renewal. The
 * only undetectable case is a wall clock that is set back by exactly the time that the machine was suspended.
 */
export class HeldLease {
  readonly #clock: Clock;
  readonly #duration: number;
  readonly #ended = new AbortController();
  #renewed: ClockReading;
  #cancelTimer: (() => void) | undefined;

  /**
   * `duration`: milliseconds until it expires without a renewal. `taken`: when the request that acquired it was sent.
   */
  constructor(clock: Clock, duration: number, taken: ClockReading) {
    this.#clock = clock;
    this.#duration = duration;
    this.#renewed = taken;
    this.#arm();
  }

  /** Aborts with a `NotLeaderError` when the lease is lost. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get isExpired(): boolean {
    if (!this.signal.aborted && this.#remaining <= 0) this.end('the lease was not renewed in time');
    return this.signal.aborted;
  }

  /** Throws if the lease has expired, or may have. */
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

  /** Records a renewal whose request was sent at this time. An expired lease stays expired. */
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
      // A timer may fire slightly early.
      if (!this.isExpired) this.#arm();
    });
  }
}

const leases = new Ambient<HeldLease>();

/** Runs a function whose writes, at any depth and at any later time, are refused once the lease is lost. */
export function withHeldLease<T>(held: HeldLease, run: () => T): T {
  return leases.run(held, run);
}

/** The lease under which the caller runs. */
export function ambientLease(): HeldLease | undefined {
  return leases.value;
}
