/** Exponential backoff: `base` after the first failure, doubled after each further one, up to `limit`. */
export interface BackoffOptions {
  /** Milliseconds after the first failure. */
  base?: number | undefined;
  /** The maximum delay in milliseconds. */
  limit?: number | undefined;
}

/** Exponential backoff by key. Default: 5 ms, doubled by each consecutive failure, up to 1000 s. */
export class Backoff {
  readonly #base: number;
  readonly #limit: number;
  readonly #failures = new Map<string, number>();

  constructor({ base = 5, limit = 1_000_000 }: BackoffOptions = {}) {
    this.#base = base;
    this.#limit = limit;
  }

  /** Counts a failure and returns the delay before the next attempt. */
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
