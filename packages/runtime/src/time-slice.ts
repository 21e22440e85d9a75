import type { Clock } from './clock.ts';

/** Milliseconds for which timers, probes and other connections may have to wait. */
const longestSlice = 10;

/** Cuts long work, of one or of several at once, into slices between which the event loop turns to everything else. */
export class TimeSlice {
  readonly #clock: Clock;
  /** When the work was first seen since the event loop turned; undefined once it has. */
  #began: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#begin();
  }

  /** Whether it is time to `yield`. Work that has waited for I/O in between has yielded already. */
  get isUsedUp(): boolean {
    if (this.#began === undefined) this.#begin();
    return this.#began !== undefined && this.#clock.monotonic() - this.#began >= longestSlice;
  }

  async yield(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  #begin(): void {
    this.#began = this.#clock.monotonic();
    setImmediate(() => (this.#began = undefined));
  }
}
