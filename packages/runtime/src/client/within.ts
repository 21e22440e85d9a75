import type { Clock } from '../clock.ts';

export interface Limits {
  /** Milliseconds; no limit when undefined. */
  timeout: number | undefined;
  signal: AbortSignal | undefined;
  /** What the signal is aborted with when the time is over. */
  reason: () => Error;
}

/** Runs something with a signal that aborts when the given one does, or when the time is over. */
export async function within<T>(
  clock: Clock,
  { timeout, signal, reason }: Limits,
  run: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (timeout === undefined) return run(signal);
  const either = new AbortController();
  const end = (): void => either.abort(signal?.reason);
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end);
  const cancel = clock.schedule(timeout, () => either.abort(reason()));
  try {
    return await run(either.signal);
  } finally {
    cancel();
    signal?.removeEventListener('abort', end);
  }
}
