import type { Clock } from '../clock.ts';
import { Backoff, type BackoffOptions } from './backoff.ts';
import { addCause, type QueuedCause } from './cause.ts';
import { type Delayed, Delays } from './delays.ts';
import { type Linked, LinkedList } from './linked-list.ts';
import { higherOf, priorities, type Priority } from './priority.ts';

export interface Work {
  readonly key: string;
  readonly causes: readonly QueuedCause[];
  readonly priority: Priority;
  /** Milliseconds in the queue. */
  readonly waited: number;
}

/** Observes the queue, for metrics. Durations are in milliseconds. */
export interface QueueObserver {
  /** A key was enqueued. */
  added(): void;
  /** A key was added with a delay. */
  delayed(): void;
  /** A worker took a key from the queue. */
  taken(waited: number): void;
  /** A worker finished a key. */
  done(worked: number): void;
}

export interface WorkQueueOptions {
  clock: Clock;
  backoff?: BackoffOptions;
  observer?: QueueObserver;
}

/** Every n-th turn goes to the lower priorities even while more urgent work is queued: prevents starvation. */
const turnsBetweenLowerWork = 5;

interface Entry extends Linked<Entry>, Delayed {
  readonly key: string;
  causes: QueuedCause[];
  /** The cause of the delayed add; dropped if another add comes first. */
  delayedCause: QueuedCause | undefined;
  priority: Priority;
  /** A worker is processing it. */
  running: boolean;
  /** Not waiting, queued for a worker, or delayed. */
  state: 'idle' | 'queued' | 'delayed';
  /** When it was enqueued. */
  queuedAt: number;
  /** When a worker took it. */
  takenAt: number;
}

/**
 * A deduplicating, prioritized work queue, like client-go's. It guarantees:
 * - A key is processed by one worker at a time.
 * - Adds of a queued key are merged.
 * - A key that is added while it is processed is queued again afterwards.
 * - A delayed key that is added without a delay is due at once, and its delay is dropped: reconciles are level-based,
 *   so the earlier one suffices.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #backoff: Backoff;
  readonly #observer: QueueObserver | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #lines: Readonly<Record<Priority, LinkedList<Entry>>> = {
    high: new LinkedList(),
    normal: new LinkedList(),
    low: new LinkedList(),
  };
  readonly #delays: Delays<Entry>;
  readonly #idleWorkers: ((work: Work | undefined) => void)[] = [];
  /** Turns that each priority has taken since the lower ones had one. */
  readonly #turns: Record<Priority, number> = { high: 0, normal: 0, low: 0 };
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

  /** Queued keys. */
  get depth(): number {
    const { high, normal, low } = this.#lines;
    return high.length + normal.length + low.length;
  }

  /** Queued keys by priority. */
  get depths(): Readonly<Record<Priority, number>> {
    const { high, normal, low } = this.#lines;
    return { high: high.length, normal: normal.length, low: low.length };
  }

  /** Delayed keys. */
  get delayed(): number {
    return this.#delays.length;
  }

  /** Keys in progress. */
  get running(): number {
    return this.#running;
  }

  get isShutDown(): boolean {
    return this.#closed;
  }

  /** Enqueues the key. */
  add(key: string, cause?: QueuedCause, priority: Priority = 'normal'): void {
    const entry = this.#entry(key, cause, priority);
    if (entry !== undefined && entry.state !== 'queued') this.#markReady(entry);
  }

  /** Enqueues the key after a delay, unless it is due earlier already. */
  addAfter(key: string, delay: number, cause?: QueuedCause, priority: Priority = 'normal'): void {
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

  /** Enqueues the key with exponential backoff, after at least `atLeast` milliseconds. Returns the delay. */
  retry(
    key: string,
    cause: QueuedCause = { event: 'retry' },
    priority: Priority = 'normal',
    atLeast = 0,
  ): number {
    const delay = Math.max(this.#backoff.next(key), atLeast);
    this.#clock.expectRetry?.(delay);
    this.addAfter(key, delay, cause, priority);
    return delay;
  }

  /** Resets the backoff of the key after a success. */
  forget(key: string): void {
    this.#backoff.forget(key);
  }

  /** Consecutive failures of the key. */
  failures(key: string): number {
    return this.#backoff.failures(key);
  }

  /** Waits for the next item; `undefined` once the queue is shut down. Call `done` afterwards. */
  take(): Promise<Work | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    const entry = this.#next();
    if (entry !== undefined) return Promise.resolve(this.#handOut(entry));
    return new Promise((resolve) => this.#idleWorkers.push(resolve));
  }

  /** Marks the key as processed. If it was added in the meantime, it is queued again. */
  done(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined || !entry.running)
      throw new Error(`done was called for ${key}, which is not being processed`);
    entry.running = false;
    this.#running -= 1;
    this.#observer?.done(this.#clock.monotonic() - entry.takenAt);
    if (entry.state === 'queued') this.#enqueue(entry);
    else if (entry.state === 'idle') this.#entries.delete(key);
    if (this.#closed && this.#running === 0) for (const resolve of this.#drained.splice(0)) resolve();
  }

  /**
   * Shuts the queue down and drops queued keys: the next process reconciles every object anyway. Resolves when all
   * keys in progress are done.
   */
  shutDown(): Promise<void> {
    this.#closed = true;
    this.#delays.clear();
    for (const resolve of this.#idleWorkers.splice(0)) resolve(undefined);
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  #entry(key: string, cause: QueuedCause | undefined, priority: Priority): Entry | undefined {
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
    else this.#raisePriority(entry, priority);
    return entry;
  }

  #raisePriority(entry: Entry, priority: Priority): void {
    const before = entry.priority;
    if (priority === before || higherOf(priority, before) === before) return;
    const inLine = entry.state === 'queued' && !entry.running;
    if (inLine) this.#lines[before].remove(entry);
    entry.priority = priority;
    if (inLine) this.#lines[priority].push(entry);
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
    else this.#lines[entry.priority].push(entry);
  }

  #next(): Entry | undefined {
    let below = this.depth;
    for (const priority of priorities) {
      const line = this.#lines[priority];
      below -= line.length;
      if (below === 0) return line.shift();
      const lowerTurn = line.length === 0 || this.#turns[priority] >= turnsBetweenLowerWork - 1;
      if (!lowerTurn) {
        this.#turns[priority] += 1;
        return line.shift();
      }
      this.#turns[priority] = 0;
    }
    return undefined;
  }

  #handOut(entry: Entry): Work {
    const { key, causes, priority } = entry;
    entry.running = true;
    entry.takenAt = this.#clock.monotonic();
    const waited = entry.takenAt - entry.queuedAt;
    this.#observer?.taken(waited);
    entry.state = 'idle';
    entry.causes = [];
    this.#running += 1;
    return { key, causes, priority, waited };
  }
}
