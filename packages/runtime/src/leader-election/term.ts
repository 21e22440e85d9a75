import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../clock.ts';

/** A write was refused here, before it was sent: this process leads no more, and another one may. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
}

/**
 * One time in office: from when the Lease was taken until it was given up, taken away, or not renewed in time.
 *
 * Measured by the clock that only grows, so that no step of the wall clock makes it longer; and asked again
 * before every write, so that a process which was held up for a while does not go by what was true before.
 */
export class Term {
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  #deadline: number;
  #cancelTimer: (() => void) | undefined;

  /** `deadline`: monotonic milliseconds. */
  constructor(clock: Clock, deadline: number) {
    this.#clock = clock;
    this.#deadline = deadline;
    this.#arm();
  }

  /** Aborted, with a `NotLeaderError`, when the term has ended. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get isOver(): boolean {
    if (!this.signal.aborted && this.#clock.monotonic() >= this.#deadline) {
      this.end('the Lease was not renewed in time');
    }
    return this.signal.aborted;
  }

  /** Throws when the term is over. */
  check(): void {
    if (this.isOver) throw this.signal.reason;
  }

  /** The Lease was renewed. A term that is over stays over. */
  extend(deadline: number): void {
    if (this.isOver) return;
    this.#deadline = deadline;
    this.#arm();
  }

  end(reason: string): void {
    this.#cancelTimer?.();
    this.#ended.abort(new NotLeaderError(`this replica does not lead any more: ${reason}`));
  }

  #arm(): void {
    this.#cancelTimer?.();
    const remaining = this.#deadline - this.#clock.monotonic();
    this.#cancelTimer = this.#clock.schedule(remaining, () => {
      // A timer may fire a moment early.
      if (!this.isOver) this.#arm();
    });
  }
}

const terms = new AsyncLocalStorage<Term>();

/** Runs something whose writes, however deep inside and however much later, are refused once the term is over. */
export function withTerm<T>(term: Term, run: () => T): T {
  return terms.run(term, run);
}

/** The term in whose name the caller acts. */
export function ambientTerm(): Term | undefined {
  return terms.getStore();
}
