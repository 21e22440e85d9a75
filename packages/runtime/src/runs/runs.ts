import type { Run } from './run.ts';

/** The limits of the record. */
export interface RunsOptions {
  /** The number of runs to keep. Default: 1000. */
  limit?: number | undefined;
  /** The size of their JSON, in characters. Default: 8 Mi. */
  size?: number | undefined;
}

interface Entry {
  readonly run: Run;
  readonly size: number;
}

/** The last runs of a manager, oldest first. It contains none unless the manager records them: `new Manager({ runs: {} })`. */
export class Runs implements Iterable<Run> {
  readonly #limit: number;
  readonly #maximum: number;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<(run: Run) => void>();
  readonly #entries: Entry[] = [];
  #size = 0;

  constructor({ limit = 1_000, size = 8 * 1_048_576 }: RunsOptions, onError: (error: unknown) => void) {
    this.#limit = limit;
    this.#maximum = size;
    this.#onError = onError;
  }

  /** The number of runs. */
  get length(): number {
    return this.#entries.length;
  }

  /** Iterates over a copy of the record. */
  [Symbol.iterator](): Iterator<Run> {
    return this.#entries.map(({ run }) => run).values();
  }

  /** Calls the listener for each run from now on, when it has ended. Call the returned function to unsubscribe. */
  subscribe(listener: (run: Run) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The manager calls it. A run that alone exceeds the size limit is not kept. */
  add(run: Run): void {
    const size = JSON.stringify(run).length;
    this.#entries.push({ run, size });
    this.#size += size;
    while (this.#entries.length > this.#limit || this.#size > this.#maximum) {
      this.#size -= this.#entries.shift()?.size ?? 0;
    }
    for (const listener of this.#listeners) {
      try {
        listener(run);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
