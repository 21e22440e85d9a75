import type { Clock } from '../clock.ts';

/** Interval of the event loop probe while reconciles run, in milliseconds. */
const interval = 500;
/** Delay of a probe, in milliseconds, above which it is reported. */
const tolerance = 1_000;
/** At most one report in this many milliseconds. */
const quietFor = 60_000;

/**
 * Detects reconciles that block the event loop, by a timer that fires late. Only a reconcile that ran for at least as
 * long as the timer was late can be the cause, so other controllers in the process are not blamed.
 */
export class BlockDetector {
  readonly #clock: Clock;
  readonly #report: (key: string, blockedFor: number) => void;
  /** The start time of the work on each key. */
  readonly #runs = new Map<string, number>();
  /** The longest work that ended since the last probe. */
  #longest: { key: string; duration: number } | undefined;
  #cancel: (() => void) | undefined;
  #quietUntil = -Infinity;

  /** `report` is called with the work that ran longest while the event loop was blocked. */
  constructor(clock: Clock, report: (key: string, blockedFor: number) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  began(key: string): void {
    this.#runs.set(key, this.#clock.monotonic());
    this.#cancel ??= this.#arm();
  }

  ended(key: string): void {
    const began = this.#runs.get(key);
    if (began === undefined) return;
    this.#runs.delete(key);
    this.#consider(key, this.#clock.monotonic() - began);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#longest = undefined;
  }

  #arm(): () => void {
    const due = this.#clock.monotonic() + interval;
    return this.#clock.schedule(interval, () => {
      this.#cancel = undefined;
      this.#probe(this.#clock.monotonic() - due);
      if (this.#runs.size > 0) this.#cancel = this.#arm();
    });
  }

  #probe(late: number): void {
    const now = this.#clock.monotonic();
    if (late >= tolerance && now >= this.#quietUntil) {
      for (const [key, began] of this.#runs) this.#consider(key, now - began);
      if (this.#longest !== undefined && this.#longest.duration >= late) {
        this.#quietUntil = now + quietFor;
        this.#report(this.#longest.key, late);
      }
    }
    this.#longest = undefined;
  }

  #consider(key: string, duration: number): void {
    if (duration > (this.#longest?.duration ?? -1)) this.#longest = { key, duration };
  }
}
