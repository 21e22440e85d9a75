import type { Clock } from '../clock.ts';

/** How often the event loop is probed while there is work, in milliseconds. */
const interval = 500;
/** A probe that comes this much later than it should, in milliseconds, is reported. */
const tolerance = 1_000;
/** At most one report in this many milliseconds. */
const quietFor = 60_000;

/**
 * Notices work that keeps the event loop from turning, by a timer that fires late.
 *
 * Only work that lasted for as long as the timer was late can be the cause, so of several controllers in one process
 * the innocent ones are not blamed.
 */
export class BlockDetector {
  readonly #clock: Clock;
  readonly #report: (key: string, blockedFor: number) => void;
  /** When the work on each key began. */
  readonly #runs = new Map<string, number>();
  /** The longest of those that ended since the last probe. */
  #longest: { key: string; duration: number } | undefined;
  #cancel: (() => void) | undefined;
  #quietUntil = -Infinity;

  /** `report` is called with the work that ran longest while the loop stood still. */
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
