import type { Clock } from '@opgen/runtime';

/**
 * The work that a cluster has in progress, such as starting a Pod, and when it continues. `cluster.settled()` advances
 * the clock until none is left. Waiting by design, such as the backoff of a crashing container, does not count: it ends
 * only when a test advances the clock.
 */
export class Motion {
  readonly #clock: Clock;
  readonly #dueAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records work that continues after a delay in milliseconds, unless it ends before. */
  expect(what: string, delay: number): void {
    this.#dueAt.set(what, this.#clock.monotonic() + delay);
  }

  end(what: string): void {
    this.#dueAt.delete(what);
  }

  /** The work in progress. */
  get all(): readonly string[] {
    return [...this.#dueAt.keys()];
  }

  /** Milliseconds until the next work continues; undefined if there is none. */
  get next(): number | undefined {
    if (this.#dueAt.size === 0) return undefined;
    return Math.max(0, Math.min(...this.#dueAt.values()) - this.#clock.monotonic());
  }
}
