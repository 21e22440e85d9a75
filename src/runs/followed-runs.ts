import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '@opgen/runtime/runs';
import { type FindSources, followRuns, type RunSelection, type RunsSource } from './runs-source.ts';

export interface FollowedRunsOptions {
  find: FindSources;
  selection: RunSelection;
  onRun: (run: Run) => void;
  signal: AbortSignal;
}

/** Milliseconds between two looks for new replicas, and before connecting again. */
const interval = 1_000;
/** A replica sends its record again after a new connection: at most this number of runs. */
const mostSeen = 20_000;

/** Follows the runs of all replicas, and connects again when a connection ends or a replica starts. */
export class FollowedRuns {
  readonly #options: FollowedRunsOptions;
  readonly #followed = new Map<string, Promise<void>>();
  readonly #seen = new Set<string>();

  constructor(options: FollowedRunsOptions) {
    this.#options = options;
  }

  /** Resolves when the signal aborts. Rejects if at the start no replica answers. */
  async run(): Promise<void> {
    const { find, signal } = this.#options;
    const failed = new AbortController();
    const first = await find();
    let failures = 0;
    for (const [name, source] of first)
      this.#follow(name, source, (error) => {
        failures += 1;
        if (failures === first.size) failed.abort(error);
      });
    const ended = AbortSignal.any([signal, failed.signal]);
    while (!ended.aborted) {
      await delay(interval, undefined, { signal: ended }).catch(() => undefined);
      const sources = ended.aborted ? undefined : await find().catch(() => undefined);
      for (const [name, source] of sources ?? [])
        if (!this.#followed.has(name)) this.#follow(name, source, () => undefined);
    }
    if (!signal.aborted) throw failed.signal.reason;
    await Promise.all(this.#followed.values());
  }

  #follow(name: string, source: RunsSource, onError: (error: unknown) => void): void {
    const { selection, signal } = this.#options;
    const following = followRuns(source, selection, { onRun: (run) => this.#receive(run), signal })
      .catch(onError)
      .finally(() => this.#followed.delete(name));
    this.#followed.set(name, following);
  }

  #receive(run: Run): void {
    if (this.#seen.has(run.id)) return;
    this.#seen.add(run.id);
    const [oldest] = this.#seen;
    if (this.#seen.size > mostSeen && oldest !== undefined) this.#seen.delete(oldest);
    this.#options.onRun(run);
  }
}
