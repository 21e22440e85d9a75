import type { Clock } from '@opgen/runtime';

/**
 * What a cluster is in the middle of doing, such as starting a Pod, and when each of these things continues.
 * `cluster.settled()` advances the clock until nothing of it is left. What waits by design, such as the restart of a
 * crashing container, is no motion: it happens only when a test advances the clock.
 */
export class Motion {
  readonly #clock: Clock;
  readonly #dueAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something continues after a delay in milliseconds, unless it ends before. */
  expect(what: string, delay: number): void {
    this.#dueAt.set(what, this.#clock.monotonic() + delay);
  }

  end(what: string): void {
    this.#dueAt.delete(what);
  }

  /** What is in motion. */
  get all(): readonly string[] {
    return [...this.#dueAt.keys()];
  }

  /** Milliseconds until the next thing continues; undefined if nothing moves. */
  get next(): number | undefined {
    if (this.#dueAt.size === 0) return undefined;
    return Math.max(0, Math.min(...this.#dueAt.values()) - this.#clock.monotonic());
  }
}
