import { type Clock, longestDelay } from '../clock.ts';

/** A delayed item. */
export interface Delayed {
  readyAt: number;
  /** Managed by the heap: -1 while the item is in none. */
  position: number;
  /** Managed by the heap: keeps the order of items with equal times. */
  order: number;
}

/** Delayed items on a single timer: a binary heap by `readyAt` with removal of any item. */
export class Delays<Item extends Delayed> {
  readonly #clock: Clock;
  readonly #due: (item: Item) => void;
  readonly #heap: Item[] = [];
  #order = 0;
  #cancelTimer: (() => void) | undefined;
  #timerAt = Infinity;

  /** `due` is called once for each item that is due, earliest first. */
  constructor(clock: Clock, due: (item: Item) => void) {
    this.#clock = clock;
    this.#due = due;
  }

  get length(): number {
    return this.#heap.length;
  }

  add(item: Item): void {
    item.position = this.#heap.length;
    item.order = this.#order += 1;
    this.#heap.push(item);
    this.#siftUp(item);
    this.#arm();
  }

  remove(item: Item): void {
    const { position } = item;
    const last = this.#heap.pop();
    item.position = -1;
    if (last === undefined || last === item) return;
    this.#place(last, position);
    this.#siftUp(last);
    this.#siftDown(last);
  }

  clear(): void {
    for (const item of this.#heap) item.position = -1;
    this.#heap.length = 0;
    this.#disarm();
  }

  /** A timer that fires too early finds nothing due and is set again, so an earlier timer need not be canceled. */
  #arm(): void {
    const first = this.#heap[0];
    if (first === undefined) return this.#disarm();
    if (first.readyAt >= this.#timerAt) return;
    this.#disarm();
    this.#timerAt = first.readyAt;
    const delay = Math.min(Math.max(first.readyAt - this.#clock.monotonic(), 0), longestDelay);
    this.#cancelTimer = this.#clock.schedule(delay, () => this.#fire());
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#timerAt = Infinity;
  }

  #fire(): void {
    this.#disarm();
    const now = this.#clock.monotonic();
    for (let first = this.#heap[0]; first !== undefined && first.readyAt <= now; first = this.#heap[0]) {
      this.remove(first);
      this.#due(first);
    }
    this.#arm();
  }

  #place(item: Item, position: number): void {
    this.#heap[position] = item;
    item.position = position;
  }

  #siftUp(item: Item): void {
    let { position } = item;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = this.#heap[above];
      if (parent === undefined || isBefore(parent, item)) break;
      this.#place(parent, position);
      position = above;
    }
    this.#place(item, position);
  }

  #siftDown(item: Item): void {
    let { position } = item;
    for (;;) {
      let below = position * 2 + 1;
      let child = this.#heap[below];
      const right = this.#heap[below + 1];
      if (child !== undefined && right !== undefined && isBefore(right, child)) {
        child = right;
        below += 1;
      }
      if (child === undefined || isBefore(item, child)) break;
      this.#place(child, position);
      position = below;
    }
    this.#place(item, position);
  }
}

function isBefore(a: Delayed, b: Delayed): boolean {
  return a.readyAt === b.readyAt ? a.order < b.order : a.readyAt < b.readyAt;
}
