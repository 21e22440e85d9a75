import type { Clock } from '../clock.ts';
import { Backoff, type BackoffOptions } from './backoff.ts';
import { addCause, type Cause } from './cause.ts';
import { type Delayed, Delays } from './delays.ts';
import { type Linked, LinkedList } from './linked-list.ts';

/** `low` is for work that nobody waits for, such as the first look at everything after a start. */
export type Priority = 'normal' | 'low';

export interface Work {
  readonly key: string;
  readonly causes: readonly Cause[];
  readonly priority: Priority;
}

/** Told of what the queue does; for metrics. Durations are milliseconds. */
export interface QueueObserver {
  /** A key was put in line. */
  added(): void;
  /** A key was put aside, to be put in line later. */
  delayed(): void;
  /** A worker took a key that had waited for its turn. */
  taken(waited: number): void;
  /** A worker gave a key back. */
  done(worked: number): void;
}

export interface WorkQueueOptions {
  clock: Clock;
  backoff?: BackoffOptions;
  observer?: QueueObserver;
}

/** While normal work keeps coming, every n-th turn still goes to low work, so that none waits for ever. */
const turnsBetweenLowWork = 5;

interface Entry extends Linked<Entry>, Delayed {
  readonly key: string;
  causes: Cause[];
  /** Why it is handed out when its time has come, and is not when something else comes first. */
  delayedCause: Cause | undefined;
  priority: Priority;
  /** Handed out and not yet done. */
  running: boolean;
  /** What it waits for: nothing, its turn, or its time. */
  state: 'idle' | 'queued' | 'delayed';
  /** When it was put in line. */
  queuedAt: number;
  /** When it was handed out. */
  takenAt: number;
}

/**
 * Keys that need work. The heart of a controller's correctness:
 *
 * 1. A key is handed to one worker at a time.
 * 2. Any number of adds while it waits are one piece of work.
 * 3. An add while it is being worked on is remembered, and handed out once more afterwards.
 * 4. A delayed key that is added without a delay is due at once, and its delay is forgotten: work looks at
 *    the current state, so the sooner run answers for the later one.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #backoff: Backoff;
  readonly #observer: QueueObserver | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #normal = new LinkedList<Entry>();
  readonly #low = new LinkedList<Entry>();
  readonly #delays: Delays<Entry>;
  readonly #idleWorkers: ((work: Work | undefined) => void)[] = [];
  #turnsSinceLowWork = 0;
  #running = 0;
  #closed = false;
  #drained: (() => void)[] = [];

  constructor({ clock, backoff, observer }: WorkQueueOptions) {
    this.#clock = clock;
    this.#backoff = new Backoff(backoff);
    this.#observer = observer;
    this.#delays = new Delays(clock, (entry) => {
      if (entry.delayedCause !== undefined) addCause(entry.causes, entry.delayedCause);
      this.#markReady(entry);
    });
  }

  /** Keys that wait for a worker. */
  get depth(): number {
    return this.#normal.length + this.#low.length;
  }

  /** The same, by priority. */
  get depths(): Readonly<Record<Priority, number>> {
    return { normal: this.#normal.length, low: this.#low.length };
  }

  /** Keys that wait for their time. */
  get delayed(): number {
    return this.#delays.length;
  }

  /** Keys that a worker holds. */
  get running(): number {
    return this.#running;
  }

  get isShutDown(): boolean {
    return this.#closed;
  }

  /** Asks for work on the key as soon as a worker is free. */
  add(key: string, cause?: Cause, priority: Priority = 'normal'): void {
    const entry = this.#entry(key, cause, priority);
    if (entry !== undefined && entry.state !== 'queued') this.#markReady(entry);
  }

  /** Asks for work on the key after a delay, or sooner when it is wanted sooner. */
  addAfter(key: string, delay: number, cause?: Cause, priority: Priority = 'normal'): void {
    if (delay <= 0) return this.add(key, cause, priority);
    const readyAt = this.#clock.monotonic() + delay;
    const entry = this.#entry(key, undefined, priority);
    if (entry === undefined || entry.state === 'queued') return;
    if (entry.state === 'delayed') {
      if (entry.readyAt <= readyAt) return;
      this.#delays.remove(entry);
    }
    entry.state = 'delayed';
    entry.readyAt = readyAt;
    entry.delayedCause = cause;
    this.#delays.add(entry);
    this.#observer?.delayed();
  }

  /**
   * Asks for another attempt after a failure; each failure in a row doubles the wait, which is never less than
   * `atLeast`. Returns the wait.
   */
  retry(key: string, cause: Cause = { event: 'retry' }, priority: Priority = 'normal', atLeast = 0): number {
    const delay = Math.max(this.#backoff.next(key), atLeast);
    this.addAfter(key, delay, cause, priority);
    return delay;
  }

  /** The key has succeeded: its next failure is its first. */
  forget(key: string): void {
    this.#backoff.forget(key);
  }

  /** Failures of the key since its last success. */
  failures(key: string): number {
    return this.#backoff.failures(key);
  }

  /** The next piece of work, once there is one; `undefined` once the queue is shut down. Follow with `done`. */
  take(): Promise<Work | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    const entry = this.#next();
    if (entry !== undefined) return Promise.resolve(this.#handOut(entry));
    return new Promise((resolve) => this.#idleWorkers.push(resolve));
  }

  /** Gives the key back. If it was added meanwhile it is handed out again. */
  done(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined || !entry.running) throw new Error(`the queue never handed out ${key}`);
    entry.running = false;
    this.#running -= 1;
    this.#observer?.done(this.#clock.monotonic() - entry.takenAt);
    if (entry.state === 'queued') this.#enqueue(entry);
    else if (entry.state === 'idle') this.#entries.delete(key);
    if (this.#closed && this.#running === 0) for (const resolve of this.#drained.splice(0)) resolve();
  }

  /**
   * Hands out nothing more and forgets what waits: the next process looks at every object anyway.
   * Resolves when all that was handed out is done.
   */
  shutDown(): Promise<void> {
    this.#closed = true;
    this.#delays.clear();
    for (const resolve of this.#idleWorkers.splice(0)) resolve(undefined);
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  #entry(key: string, cause: Cause | undefined, priority: Priority): Entry | undefined {
    if (this.#closed) return undefined;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = {
        key,
        causes: [],
        delayedCause: undefined,
        priority,
        running: false,
        state: 'idle',
        queuedAt: 0,
        takenAt: 0,
        readyAt: 0,
        position: -1,
        order: 0,
        previous: undefined,
        next: undefined,
      };
      this.#entries.set(key, entry);
    }
    if (cause !== undefined) addCause(entry.causes, cause);
    if (entry.state === 'idle') entry.priority = priority;
    else if (priority === 'normal' && entry.priority === 'low') this.#raisePriority(entry);
    return entry;
  }

  #raisePriority(entry: Entry): void {
    const inLine = entry.state === 'queued' && !entry.running;
    if (inLine) this.#low.remove(entry);
    entry.priority = 'normal';
    if (inLine) this.#normal.push(entry);
  }

  #markReady(entry: Entry): void {
    if (entry.position >= 0) this.#delays.remove(entry);
    entry.state = 'queued';
    entry.delayedCause = undefined;
    entry.queuedAt = this.#clock.monotonic();
    this.#observer?.added();
    if (!entry.running) this.#enqueue(entry);
  }

  #enqueue(entry: Entry): void {
    const worker = this.#idleWorkers.shift();
    if (worker !== undefined) worker(this.#handOut(entry));
    else if (entry.priority === 'low') this.#low.push(entry);
    else this.#normal.push(entry);
  }

  #next(): Entry | undefined {
    const lowTurn = this.#normal.length === 0 || this.#turnsSinceLowWork >= turnsBetweenLowWork - 1;
    if (lowTurn && this.#low.length > 0) {
      this.#turnsSinceLowWork = 0;
      return this.#low.shift();
    }
    if (this.#low.length > 0) this.#turnsSinceLowWork += 1;
    return this.#normal.shift();
  }

  #handOut(entry: Entry): Work {
    const { key, causes, priority } = entry;
    entry.running = true;
    entry.takenAt = this.#clock.monotonic();
    this.#observer?.taken(entry.takenAt - entry.queuedAt);
    entry.state = 'idle';
    entry.causes = [];
    this.#running += 1;
    return { key, causes, priority };
  }
}
