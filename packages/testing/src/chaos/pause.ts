import type { Clock } from '@opgen/runtime';

/** Resolves after a delay; rejects with the reason of the signal if it aborts first. */
export function pauseUnlessAborted(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (end: () => void) => (): void => {
      cancel();
      signal?.removeEventListener('abort', abort);
      end();
    };
    const abort = finish(() => reject(signal?.reason as Error));
    const cancel = clock.schedule(milliseconds, finish(resolve));
    if (signal?.aborted === true) return abort();
    signal?.addEventListener('abort', abort);
  });
}
