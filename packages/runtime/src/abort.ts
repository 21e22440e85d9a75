import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.ts';

/** A controller that aborts as soon as one of several signals does. */
export interface LinkedSignals {
  readonly controller: AbortController;
  /** Removes the listeners from the signals. */
  unlink(): void;
}

/**
 * Links a controller to signals. `AbortSignal.any` leaves the removal of the listeners to the garbage collector, and a
 * signal that lives as long as the process would collect dependent signals until then.
 */
export function linkSignals(signals: readonly (AbortSignal | undefined)[]): LinkedSignals {
  const controller = new AbortController();
  const cleanups: (() => void)[] = [];
  for (const signal of signals) {
    if (signal === undefined) continue;
    // Everything that a leader or a manager does may share one signal; Node warns about a leak at more than ten listeners.
    setMaxListeners(0, signal);
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    cleanups.push(() => signal.removeEventListener('abort', abort));
  }
  return { controller, unlink: () => cleanups.splice(0).forEach((cleanup) => cleanup()) };
}

/** Runs something with a controller that aborts as soon as one of the signals does. */
export async function withSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  run: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const { controller, unlink } = linkSignals(signals);
  try {
    return await run(controller);
  } finally {
    unlink();
  }
}

/** Settles like the promise, or rejects when the signal aborts. Does not cancel the work behind the promise. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
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
