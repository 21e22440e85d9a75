import { Ambient } from '../ambient.ts';

const signals = new Ambient<AbortSignal>();

/** Runs a function; requests made inside it, at any depth, are canceled when the signal aborts. */
export function withSignal<T>(signal: AbortSignal, run: () => T): T {
  return signals.run(signal, run);
}

/** The signal of the running reconcile, for requests without a signal of their own. */
export function ambientSignal(): AbortSignal | undefined {
  return signals.value;
}
