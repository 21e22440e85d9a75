import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/** Runs something whose requests, however deep inside, give up when the signal is aborted. */
export function withSignal<T>(signal: AbortSignal, run: () => T): T {
  return signals.run(signal, run);
}

/** The signal of the reconcile that is asking, for requests that name none themselves. */
export function ambientSignal(): AbortSignal | undefined {
  return signals.getStore();
}
