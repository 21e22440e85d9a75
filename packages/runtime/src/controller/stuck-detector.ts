import type { Clock } from '../clock.ts';

interface Run {
  readonly started: number;
  /** How long it has to run until the next report. */
  nextReport: number;
}

/** Detects stuck reconciles, with one timer that runs only while there is work. */
export class StuckDetector {
  readonly #clock: Clock;
  readonly #threshold: number;
  readonly #report: (key: string, runningFor: number) => void;
  readonly #runs = new Map<string, Run>();
  #cancel: (() => void) | undefined;

  /**
   * `report` is called for each reconcile that takes longer than the threshold, in milliseconds, and again each time that
   * it has taken twice as long.
   */
  constructor(clock: Clock, threshold: number, report: (key: string, runningFor: number) => void) {
    this.#clock = clock;
    this.#threshold = threshold;
    this.#report = report;
  }

  /** The keys in progress. */
  get running(): string[] {
    return [...this.#runs.keys()];
  }

  /** Milliseconds since the start of each. */
  get durations(): number[] {
    const now = this.#clock.monotonic();
    return [...this.#runs.values()].map(({ started }) => now - started);
  }

  /** How many take longer than the threshold. */
  get stuck(): number {
    return this.durations.filter((duration) => duration >= this.#threshold).length;
  }

  started(key: string): void {
    this.#runs.set(key, { started: this.#clock.monotonic(), nextReport: this.#threshold });
    this.#cancel ??= this.#arm();
  }

  ended(key: string): void {
    this.#runs.delete(key);
  }

  /** Cancels the timer. Call it once the last work is done: the timer outlives short work. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #arm(): () => void {
    return this.#clock.schedule(this.#threshold, () => {
      this.#cancel = undefined;
      const now = this.#clock.monotonic();
      for (const [key, run] of this.#runs) {
        const runningFor = now - run.started;
        if (runningFor < run.nextReport) continue;
        run.nextReport = runningFor * 2;
        this.#report(key, runningFor);
      }
      if (this.#runs.size > 0) this.#cancel = this.#arm();
    });
  }
}
