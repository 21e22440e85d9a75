/** Yields items until the signal aborts, even while no item arrives. Then it closes the source. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextUnlessAborted(iterator, signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // A generator that waits for its next item returns only after that, so do not await it.
    iterator.return?.().catch(() => {});
  }
}

function nextUnlessAborted<T>(iterator: AsyncIterator<T>, signal: AbortSignal): Promise<IteratorResult<T>> {
  if (signal.aborted) return Promise.resolve({ done: true, value: undefined });
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve({ done: true, value: undefined });
    signal.addEventListener('abort', stop, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
