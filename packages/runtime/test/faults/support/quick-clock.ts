import { type Clock, systemClock } from '../../../src/index.ts';

/** Time that goes by so many times faster: for waits of minutes that real connections stand in the way of faking. */
export function quickClock(times: number): Clock {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() * times,
    schedule: (delay, callback) => systemClock.schedule(delay / times, callback),
  };
}
