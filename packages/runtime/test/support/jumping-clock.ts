import { FakeClock } from './fake-clock.ts';

/** A clock whose wall time can be set without affecting its monotonic time. */
export class JumpingClock extends FakeClock {
  #offset = 0;

  override now(): number {
    return super.now() + this.#offset;
  }

  jump(by: number): void {
    this.#offset += by;
  }
}
