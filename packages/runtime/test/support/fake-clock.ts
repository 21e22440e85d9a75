import { VirtualClock } from '@opgen/testing';

/** A virtual clock that starts at the same time in each test and records its delays. */
export class FakeClock extends VirtualClock {
  readonly delays: number[] = [];

  constructor(start: number | string = '2026-01-01T00:00:00Z') {
    super(start);
  }

  override schedule(delay: number, callback: () => void): () => void {
    this.delays.push(delay);
    return super.schedule(delay, callback);
  }
}

/** Runs everything that waits on promises alone. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
