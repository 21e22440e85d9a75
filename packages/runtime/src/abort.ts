import type { Clock } from './clock.ts';

/**
 * Runs something with a controller that aborts as soon as one of the signals does.
 *
 * The listeners are removed afterwards. `AbortSignal.any` leaves that to the garbage collector, and a signal that
 * lives as long as the process would collect dependent signals until then.
 */
export async function withSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  run: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const cleanups: (() => void)[] = [];
  for (const signal of signals) {
    if (signal === undefined) continue;
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    cleanups.push(() => signal.removeEventListener('abort', abort));
  }
  try {
    return await run(controller);
  } finally {
    for (const cleanup of cleanups) cleanup();
  }
}

export interface TimeoutOptions {
  /** Milliseconds. */
  timeout: number;
  /** Called when the timeout expires; the signal aborts with what it returns. */
  reason: () => Error;
  /** Aborts the run as well. */
  signal?: AbortSignal | undefined;
}

/** Runs something with a signal that aborts when the timeout expires or the given signal aborts. */
export function withTimeout<T>(
  clock: Clock,
  { timeout, reason, signal }: TimeoutOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withSignals([signal], async (controller) => {
    const cancel = clock.schedule(timeout, () => controller.abort(reason()));
    try {
      return await run(controller.signal);
    } finally {
      cancel();
    }
  });
}
