import { type Clock, systemClock } from '../../../src/index.ts';

/** A clock that runs faster by this factor, for waits of minutes where real connections rule out a fake clock. */
export function quickClock(times: number): Clock {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() * times,
    schedule: (delay, callback) => systemClock.schedule(delay / times, callback),
  };
}
