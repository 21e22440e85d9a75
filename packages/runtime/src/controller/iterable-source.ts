import { storeKey } from '../cache/store-key.ts';
import { type Clock, pause } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Request } from './result.ts';
import type { Source } from './sources.ts';

/**
 * Values from outside of the cluster, or what opens a stream of them. It is opened when the controller starts, with
 * a signal that aborts when it stops; a controller that is elected again opens it again, which only a function can
 * do more than once.
 */
export type SourceValues<T> = AsyncIterable<T> | ((signal: AbortSignal) => AsyncIterable<T>);

/** The objects to reconcile because of a value. One that throws or rejects is logged, and that value wakes nobody. */
export type SourceMapFunction<T> = (value: T) => readonly Request[] | Promise<readonly Request[]>;

/** How a source of values is called. */
export interface IterableSourceOptions {
  /** Told in the log and among the causes. Default: `source`. */
  name?: string;
}

const firstPause = 1_000;
const longestPause = 60_000;

/** What an iterable gives. Its end is final; one that throws is opened again, later each time that it gave nothing. */
export function iterableSource<T>(
  values: SourceValues<T>,
  map: SourceMapFunction<T>,
  { name = 'source', clock, log }: IterableSourceOptions & { clock: Clock; log: Logger },
): Source {
  return {
    connect: (_, enqueue) => {
      const stopping = new AbortController();
      const { signal } = stopping;
      let failures = 0;
      const enqueueMapped = async (value: T): Promise<void> => {
        try {
          for (const request of await map(value)) {
            enqueue(storeKey(request), { event: 'source', source: name }, 'normal');
          }
        } catch (error) {
          log.error('cannot tell whom a value concerns, so nobody is told', { error, source: name });
        }
      };
      const follow = async (): Promise<void> => {
        for await (const value of typeof values === 'function' ? values(signal) : values) {
          if (signal.aborted) return;
          failures = 0;
          await enqueueMapped(value);
        }
        if (!signal.aborted) log.info('a source has ended', { source: name });
      };
      const keepFollowing = async (): Promise<void> => {
        while (!signal.aborted) {
          try {
            return await follow();
          } catch (error) {
            if (signal.aborted) return;
            const delay = Math.min(firstPause * 2 ** failures, longestPause);
            failures += 1;
            log.error('a source failed, opening it again', { error, source: name, after: delay });
            await pause(clock, delay, signal);
          }
        }
      };
      void keepFollowing();
      return () => stopping.abort();
    },
  };
}
