import { FakeClock } from './fake-clock.ts';

/** Time of which somebody changes the wall clock, and not the clock that measures. */
export class JumpingClock extends FakeClock {
  #offset = 0;

  override now(): number {
    return super.now() + this.#offset;
  }

  jump(by: number): void {
    this.#offset += by;
  }
}
