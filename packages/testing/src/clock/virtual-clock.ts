import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@opgen/runtime';
import { parseDuration } from '@opgen/rules/duration';
import { countTimer } from './work-in-progress.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
  /** Called once, when it fires or is canceled. */
  readonly ended: () => void;
}

/** A reconcile that has failed so often that it waits for longer, in milliseconds, is no longer expected to succeed. */
const longestRetry = 10_000;

/**
 * A clock that moves only when a test advances it: `await clock.advance('5m')`. Pass it to `startCluster` and to the
 * manager, and minutes pass in milliseconds.
 */
export class VirtualClock implements Clock {
  #elapsed = 0;
  readonly #start: number;
  readonly #timers = new Set<Timer>();
  /** When retries are due. */
  readonly #retries = new Set<number>();
  readonly #waits = new Set<() => Promise<void>>();
  #advancing: Promise<void> = Promise.resolve();

  /** Default: starts at the current time. */
  constructor(start: Date | number | string = Date.now()) {
    this.#start = new Date(start).getTime();
  }

  /** The number of timers that have neither fired nor been canceled. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Wall-clock milliseconds since 1970. */
  now(): number {
    return this.#start + this.#elapsed;
  }

  /** Milliseconds for which it was advanced. */
  monotonic(): number {
    return this.#elapsed;
  }

  /** Calls back once it was advanced by the delay; returns what cancels the call. */
  schedule(delay: number, callback: () => void): () => void {
    // Like a real timer, it rounds to whole milliseconds, and runs in the async context in which it was set.
    const at = this.#elapsed + Math.ceil(Math.max(delay, 0));
    const timer = { at, callback: AsyncLocalStorage.bind(callback), ended: countTimer() };
    this.#timers.add(timer);
    return () => {
      if (this.#timers.delete(timer)) timer.ended();
    };
  }

  /** Called by work queues before they retry: `cluster.settled()` waits for retries within ten seconds. */
  expectRetry(delay: number): void {
    if (delay <= longestRetry) this.#retries.add(this.#elapsed + Math.ceil(delay));
  }

  /** Milliseconds until the next retry after a failure; undefined if none comes soon. */
  get nextRetry(): number | undefined {
    this.#forgetPastRetries();
    return this.#retries.size === 0 ? undefined : Math.min(...this.#retries) - this.#elapsed;
  }

  /**
   * Advances the clock by a duration, such as `'5m'`, `'1h30m'` or a number of milliseconds. Timers fire in order, each
   * at its own time, and all work that one causes is done before the clock moves on.
   */
  advance(by: number | string): Promise<void> {
    const duration = typeof by === 'number' ? by : parseDuration(by).milliseconds;
    if (!(duration >= 0)) throw new RangeError(`cannot advance a clock by ${by}: it never runs backwards`);
    const advance = async (): Promise<void> => this.#advanceTo(this.#elapsed + duration);
    this.#advancing = this.#advancing.then(advance, advance);
    return this.#advancing;
  }

  /** Before the clock moves on, it waits for this function. Returns the function that removes it. */
  waitFor(idle: () => Promise<void>): () => void {
    this.#waits.add(idle);
    return () => this.#waits.delete(idle);
  }

  /** Moves the time without firing any timer, as synchronous code does that blocks the event loop. */
  block(by: number): void {
    this.#elapsed += by;
  }

  async #advanceTo(end: number): Promise<void> {
    for (;;) {
      await this.#idle();
      const first = this.#first();
      if (first === undefined || first.at > end) break;
      this.#elapsed = Math.max(this.#elapsed, first.at);
      this.#timers.delete(first);
      first.ended();
      first.callback();
    }
    this.#elapsed = Math.max(this.#elapsed, end);
    this.#forgetPastRetries();
  }

  #forgetPastRetries(): void {
    for (const at of this.#retries) if (at <= this.#elapsed) this.#retries.delete(at);
  }

  #first(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) if (first === undefined || timer.at < first.at) first = timer;
    return first;
  }

  /** Everything that waits on promises alone runs in one turn of the event loop. */
  async #idle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    for (const wait of this.#waits) await wait();
  }
}
