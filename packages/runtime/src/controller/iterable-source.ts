import { storeKey } from '../cache/store-key.ts';
import { type Clock, pause } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Priority } from '../queue/priority.ts';
import type { Request } from './result.ts';
import type { Source } from './sources.ts';

/**
 * Values from outside the cluster, or a function that opens a stream of them. The stream is opened when the
 * controller starts, with a signal that aborts when it stops. Use a function if the controller may be started more
 * than once, as with leader election.
 */
export type SourceValues<T> = AsyncIterable<T> | ((signal: AbortSignal) => AsyncIterable<T>);

/**
 * Maps a value to the objects to reconcile. If it throws or rejects, the error is logged and the value is dropped.
 */
export type SourceMapFunction<T> = (value: T) => readonly Request[] | Promise<readonly Request[]>;

/** Options of a source. */
export interface IterableSourceOptions {
  /** The name of the source in logs and causes. Default: `source`. */
  name?: string | undefined;
  /** The priority of the reconciles that its values cause. Default: `normal`. */
  priority?: Priority | undefined;
}

const firstPause = 1_000;
const longestPause = 60_000;

/**
 * A source that reads an async iterable. Its end is final; if it throws, it is reopened with exponential backoff.
 */
export function iterableSource<T>(
  values: SourceValues<T>,
  map: SourceMapFunction<T>,
  { name = 'source', priority = 'normal', clock, log }: IterableSourceOptions & { clock: Clock; log: Logger },
): Source {
  return {
    connect: (_, enqueue) => {
      const stopping = new AbortController();
      const { signal } = stopping;
      let failures = 0;
      const enqueueMapped = async (value: T): Promise<void> => {
        try {
          for (const request of await map(value)) {
            enqueue(storeKey(request), { event: 'source', source: name }, priority);
          }
        } catch (error) {
          log.error('map function failed; no reconcile was queued for this value', { error, source: name });
        }
      };
      const follow = async (): Promise<void> => {
        for await (const value of typeof values === 'function' ? values(signal) : values) {
          if (signal.aborted) return;
          failures = 0;
          await enqueueMapped(value);
        }
        if (!signal.aborted) log.info('source ended; it will not be reopened', { source: name });
      };
      const keepFollowing = async (): Promise<void> => {
        while (!signal.aborted) {
          try {
            return await follow();
          } catch (error) {
            if (signal.aborted) return;
            const delay = Math.min(firstPause * 2 ** failures, longestPause);
            failures += 1;
            log.error('source failed; reopening it after a backoff', { error, source: name, after: delay });
            await pause(clock, delay, signal);
          }
        }
      };
      void keepFollowing();
      return () => stopping.abort();
    },
  };
}
