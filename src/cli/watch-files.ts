import { type FSWatcher, watch } from 'node:fs';

/** Editors write in several steps, and git many files at once: what follows within this time is one change. */
const settled = 60;

export interface Watched {
  folder: string;
  /** Also what is in folders below. */
  recursive: boolean;
  /** Whether a change of this path, relative to the folder, counts. */
  matters: (path: string) => boolean;
}

/** Tells that files have changed, once for many changes that come together. */
export class FileWatch {
  readonly #watchers: FSWatcher[];
  readonly #signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  #changed = false;
  #wake: () => void = () => {};

  constructor(watched: readonly Watched[], signal: AbortSignal) {
    this.#signal = signal;
    this.#watchers = watched.map(({ folder, matters, recursive }) =>
      watch(folder, { recursive }, (_, path) => {
        if (path === null || matters(path)) this.#notice();
      }),
    );
    signal.addEventListener('abort', () => this.#close(), { once: true });
    if (signal.aborted) this.#close();
  }

  /** True at the next change, also at one since the last call; false once the signal is aborted. */
  async next(): Promise<boolean> {
    while (!this.#changed && !this.#signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#changed = false;
    return !this.#signal.aborted;
  }

  #notice(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#changed = true;
      this.#wake();
    }, settled);
  }

  #close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
    this.#wake();
  }
}
