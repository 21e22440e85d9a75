import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../src/clock.ts';

interface Timer {
  at: number;
  callback: () => void;
}

/** Time that moves only when a test moves it. */
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
    // As a real timer does, it counts in whole milliseconds, and runs in the context in which it was set.
    const timer = { at: this.#elapsed + Math.ceil(delay), callback: AsyncLocalStorage.bind(callback) };
    this.delays.push(delay);
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves the time on while no timer can fire, as code does that never waits. */
  block(by: number): void {
    this.#elapsed += by;
  }

  /** Moves the time on, firing what falls due in order, and lets promises settle after each. */
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

/** Lets everything that waits on promises alone run until it waits on something else. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
