import { untilAborted } from '../api-server/http/until-aborted.ts';
import { expiredLine } from './answers.ts';
import type { Fault } from './fault.ts';

export interface FaultyWatchOptions {
  signal: AbortSignal | undefined;
  /** The functions that close a watch, registered while the watch is open. */
  watches: Set<() => void>;
  /** Decides whether the fault happens now. */
  happens: (fault: Fault) => boolean;
  wait: () => Promise<void>;
  /** Closes the connection after a delay, unless the returned function is called first. */
  cutWhenIdle: (cut: () => void) => () => void;
  /** The error of a broken connection. */
  broken: () => Error;
}

/** The bytes of a watch until a fault ends it. A fault replaces the events of the current chunk. */
export async function* faultyWatch(
  chunks: AsyncIterable<Uint8Array>,
  { signal, watches, happens, wait, cutWhenIdle, broken }: FaultyWatchOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = new AbortController();
  const close = (): void => end.abort(signal?.aborted === true ? signal.reason : broken());
  if (signal?.aborted === true) close();
  signal?.addEventListener('abort', close);
  watches.add(close);
  let cancelCut = cutWhenIdle(close);
  try {
    for await (const chunk of untilAborted(chunks, end.signal)) {
      cancelCut();
      cancelCut = cutWhenIdle(close);
      if (happens('watchEnded')) return;
      if (happens('watchExpired')) return yield Buffer.from(expiredLine());
      if (happens('watchReset')) {
        yield chunk.subarray(0, chunk.length >> 1);
        throw broken();
      }
      if (happens('watchStalled')) await rejectionOf(end.signal);
      if (happens('watchDelayed')) await wait();
      yield chunk;
    }
    end.signal.throwIfAborted();
  } finally {
    cancelCut();
    watches.delete(close);
    signal?.removeEventListener('abort', close);
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
