import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';

/** A reconcile in progress. */
export interface RunningReconcile {
  readonly controller: string;
  readonly object: string;
}

/** Interval of the event loop probe while reconciles run, in milliseconds. */
const interval = 500;
/** Milliseconds above which a block is reported. */
const tolerance = 1_000;
/** At most one report in this many milliseconds. */
const quietFor = 60_000;
/** How many reconciles a report names as possible causes. */
const mostSuspects = 5;

/**
 * Detects reconciles that block the event loop.
 *
 * The time that a call of `reconcile` takes until it first waits is measured, so a block there has a known cause. A block
 * after that shows only as a timer that fires late: the report then names all reconciles that were running. One detector
 * serves all controllers of a process, because they share the event loop.
 */
export class BlockDetector {
  readonly #clock: Clock;
  readonly #log: Logger;
  /** The start time of each run. */
  readonly #runs = new Map<RunningReconcile, number>();
  /** Long runs that ended since the last probe, and how long they took. */
  readonly #ended = new Map<RunningReconcile, number>();
  #due = Infinity;
  #cancel: (() => void) | undefined;
  #quietUntil = -Infinity;

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  began(run: RunningReconcile): void {
    this.#runs.set(run, this.#clock.monotonic());
    if (this.#cancel === undefined) this.#arm();
  }

  /** The call of `reconcile` returned its promise after this many milliseconds. */
  returned({ controller, object }: RunningReconcile, after: number): void {
    if (after < tolerance) return;
    this.#report('reconcile blocked the event loop: probes, signals and lease renewals were delayed', {
      controller,
      object,
      blockedFor: after,
      hint: 'await between steps of long computations, or run them in a worker thread',
    });
  }

  ended(run: RunningReconcile): void {
    const duration = this.#clock.monotonic() - (this.#runs.get(run) ?? Infinity);
    this.#runs.delete(run);
    if (duration >= tolerance) this.#ended.set(run, duration);
    if (this.#runs.size > 0) return;
    this.#cancel?.();
    this.#probe();
  }

  #arm(): void {
    this.#due = this.#clock.monotonic() + interval;
    this.#cancel = this.#clock.schedule(interval, () => {
      this.#probe();
      if (this.#runs.size > 0) this.#arm();
    });
  }

  #probe(): void {
    this.#cancel = undefined;
    const now = this.#clock.monotonic();
    const late = now - this.#due;
    if (late >= tolerance) {
      for (const [run, began] of this.#runs) this.#ended.set(run, now - began);
      // Shorter runs cannot have blocked for so long.
      const suspects = [...this.#ended].filter(([, duration]) => duration >= late);
      if (suspects.length > 0) this.#reportSuspects(suspects, late);
    }
    this.#ended.clear();
  }

  #reportSuspects(suspects: readonly (readonly [RunningReconcile, number])[], blockedFor: number): void {
    const names = suspects.map(([{ controller, object }]) => `${controller} ${object}`);
    this.#report('event loop blocked during reconciles: probes, signals and lease renewals were delayed', {
      running: names.slice(0, mostSuspects),
      ...(names.length > mostSuspects && { others: names.length - mostSuspects }),
      blockedFor,
      hint: 'one of these reconciles or other code ran for too long; run node with --cpu-prof to find out which',
    });
  }

  #report(message: string, fields: Record<string, unknown>): void {
    const now = this.#clock.monotonic();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + quietFor;
    this.#log.warn(message, fields);
  }
}
