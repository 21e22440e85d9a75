import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../src/clock.ts';

interface Timer {
  at: number;
  callback: () => void;
}

/** A clock that moves only when a test advances it. */
export class FakeClock implements Clock {
  #elapsed = 0;
  readonly #start: number;
  readonly #timers = new Set<Timer>();
  readonly delays: number[] = [];

  constructor(start = Date.parse('2026-01-01T00:00:00Z')) {
    this.#start = start;
  }

  /** Timers that have neither fired nor been cancelled. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  schedule(delay: number, callback: () => void): () => void {
    // Like a real timer, it rounds to whole milliseconds, and runs in the async context in which it was set.
    const timer = { at: this.#elapsed + Math.ceil(delay), callback: AsyncLocalStorage.bind(callback) };
    this.delays.push(delay);
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Advances the clock without firing any timer, as synchronous code does. */
  block(by: number): void {
    this.#elapsed += by;
  }

  /** Advances the clock, fires due timers in order, and lets promises settle after each. */
  async advance(by: number): Promise<void> {
    const end = this.#elapsed + by;
    await settle();
    for (;;) {
      let first: Timer | undefined;
      for (const timer of this.#timers) if (first === undefined || timer.at < first.at) first = timer;
      if (first === undefined || first.at > end) break;
      this.#elapsed = Math.max(this.#elapsed, first.at);
      this.#timers.delete(first);
      first.callback();
      await settle();
    }
    this.#elapsed = end;
  }
}

/** Runs everything that waits on promises alone. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
