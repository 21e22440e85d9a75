import type { Clock } from './clock.ts';

/** Milliseconds after which timers, probes and other connections get a turn. */
const longestSlice = 10;

/** Splits long synchronous work into slices, so that the event loop can run between them. */
export class TimeSlice {
  readonly #clock: Clock;
  /** When the work started in this turn of the event loop; undefined in a new turn. */
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
