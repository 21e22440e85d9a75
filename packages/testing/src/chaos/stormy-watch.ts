import { untilAborted } from '../api-server/http/until-aborted.ts';
import { expiredLine } from './answers.ts';
import type { Fault } from './fault.ts';

export interface StormyWatchParts {
  signal: AbortSignal | undefined;
  /** Where the watch leaves the way to break it off, as long as it runs. */
  watches: Set<() => void>;
  /** Whether the fault happens now. */
  happens: (fault: Fault) => boolean;
  wait: () => Promise<void>;
  /** Cuts the connection after a while, unless the function that it returns is called before. */
  cutWhenIdle: (cut: () => void) => () => void;
  /** What a connection that breaks throws. */
  broken: () => Error;
}

/** The bytes of a watch, until something happens to it. A fault comes in place of the events that are at hand. */
export async function* stormyWatch(
  chunks: AsyncIterable<Uint8Array>,
  { signal, watches, happens, wait, cutWhenIdle, broken }: StormyWatchParts,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = new AbortController();
  const breakOff = (): void => end.abort(signal?.aborted === true ? signal.reason : broken());
  if (signal?.aborted === true) breakOff();
  signal?.addEventListener('abort', breakOff);
  watches.add(breakOff);
  let cancelCut = cutWhenIdle(breakOff);
  try {
    for await (const chunk of untilAborted(chunks, end.signal)) {
      cancelCut();
      cancelCut = cutWhenIdle(breakOff);
      if (happens('watchEnded')) return;
      if (happens('watchExpired')) return yield Buffer.from(expiredLine());
      if (happens('watchReset')) {
        yield chunk.subarray(0, chunk.length >> 1);
        throw broken();
      }
      if (happens('watchStalled')) await untilBrokenOff(end.signal);
      if (happens('watchDelayed')) await wait();
      yield chunk;
    }
    end.signal.throwIfAborted();
  } finally {
    cancelCut();
    watches.delete(breakOff);
    signal?.removeEventListener('abort', breakOff);
  }
}

function untilBrokenOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
