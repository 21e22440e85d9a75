import type { Clock } from '../clock.ts';

const window = 60_000;

/** Detects reconcile loops: a key that is reconciled again and again because each reconcile triggers the next. */
export class LoopDetector {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #runs = new Map<string, number>();
  #windowEnd = 0;

  /** `limit`: the number of reconciles of one key per minute above which a loop is reported. */
  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Counts a reconcile; returns true when it exceeds the limit, at most once per minute and key. */
  ran(key: string): boolean {
    const now = this.#clock.monotonic();
    if (now >= this.#windowEnd) {
      this.#windowEnd = now + window;
      this.#runs.clear();
    }
    const runs = (this.#runs.get(key) ?? 0) + 1;
    this.#runs.set(key, runs);
    return runs === this.#limit + 1;
  }
}
