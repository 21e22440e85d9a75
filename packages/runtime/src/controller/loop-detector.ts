import type { Clock } from '../clock.ts';

const window = 60_000;

/** Notices a key that is reconciled over and over, as happens when a reconcile causes the next one. */
export class LoopDetector {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #runs = new Map<string, number>();
  #windowEnd = 0;

  /** `limit`: how many runs of one key in a minute are too many. */
  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Counts a run; true when it is the one too many, once a minute for each key. */
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
