import type { Clock } from '../clock.ts';

/** Milliseconds for which timers, probes and other connections may have to wait. */
const longestSlice = 10;

/** Cuts long work into slices, between which the event loop turns to everything else. */
export class Slices {
  readonly #clock: Clock;
  #began: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#began = clock.monotonic();
  }

  /** Whether it is time to `rest`. To be asked first, since even a promise that is settled costs a little. */
  get isOver(): boolean {
    return this.#clock.monotonic() - this.#began >= longestSlice;
  }

  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = this.#clock.monotonic();
  }
}
