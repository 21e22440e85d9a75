/** The source of time. Everything that waits takes one, so that tests can control time. */
export interface Clock {
  /** Wall-clock milliseconds since 1970: for timestamps, never for measuring. */
  now(): number;
  /** Milliseconds that only ever grow: for measuring, never for timestamps. */
  monotonic(): number;
  /** Calls back once after a delay; returns what cancels the call. */
  schedule(delay: number, callback: () => void): () => void;
  /** Called before a retry after a failure is scheduled. A clock of tests can wait for it. */
  expectRetry?(delay: number): void;
}

/** The maximum delay of a Node.js timer; a longer one would fire at once. */
export const longestDelay: number = 2 ** 31 - 1;

/** The system clock. Its timers keep the process alive until they fire or are canceled. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: (delay, callback) => {
    const timer = setTimeout(callback, Math.min(Math.max(delay, 0), longestDelay));
    return () => clearTimeout(timer);
  },
};

/** Resolves after the delay, or as soon as the signal aborts; leaves no timer behind. */
export function pause(clock: Clock, delay: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.schedule(delay, finish);
    signal.addEventListener('abort', finish);
  });
}
