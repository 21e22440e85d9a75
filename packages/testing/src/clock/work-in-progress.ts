import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that runs in this process. */
export interface Work {
  readonly what: string;
  /** When it began, on `performance.now()`. */
  readonly since: number;
}

interface RunningWork extends Work {
  /** The work that it is a part of: a reconcile is reported to each cluster of its manager. */
  readonly outer: RunningWork | undefined;
  /** Timers of a virtual clock that the work has set, and that are pending. */
  timers: number;
}

const current = new AsyncLocalStorage<RunningWork>();

/**
 * The reconciles of operators in this process. They may wait for something outside the cluster, such as the API of a cloud
 * provider, which no request to the cluster shows.
 */
export class WorkInProgress {
  readonly #all = new Set<RunningWork>();

  async during<T>(what: string, run: () => Promise<T>): Promise<T> {
    const work: RunningWork = { what, since: performance.now(), outer: current.getStore(), timers: 0 };
    this.#all.add(work);
    try {
      return await current.run(work, run);
    } finally {
      this.#all.delete(work);
    }
  }

  /** What makes progress without any virtual time passing. Work that has set a timer waits for a test to advance it. */
  get active(): readonly Work[] {
    return [...this.#all].filter(({ timers }) => timers === 0);
  }
}

/** Counts a timer of the current work until the returned function is called. */
export function countTimer(): () => void {
  const work = current.getStore();
  const count = (change: number): void => {
    for (let each = work; each !== undefined; each = each.outer) each.timers += change;
  };
  count(1);
  return () => count(-1);
}
