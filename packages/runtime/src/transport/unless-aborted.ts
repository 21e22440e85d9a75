/** The answer, or a rejection with the signal's reason as soon as that aborts, whatever becomes of the answer. */
export function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
