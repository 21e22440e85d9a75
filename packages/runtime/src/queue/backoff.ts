/** How long failures are waited out: `base` after the first, twice as long after each that follows, up to `limit`. */
export interface BackoffOptions {
  /** Milliseconds after the first failure. */
  base?: number;
  /** Milliseconds that no delay exceeds. */
  limit?: number;
}

/** How long each key waits after its failures: 5 ms, doubled by each failure in a row, 1000 s at most. */
export class Backoff {
  readonly #base: number;
  readonly #limit: number;
  readonly #failures = new Map<string, number>();

  constructor({ base = 5, limit = 1_000_000 }: BackoffOptions = {}) {
    this.#base = base;
    this.#limit = limit;
  }

  /** Counts one more failure and says how long to wait for the next attempt. */
  next(key: string): number {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    return Math.min(this.#base * 2 ** failures, this.#limit);
  }

  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }
}
