/** There was no answer: the server cannot be reached, did not answer in time, or broke the connection off. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(server: string, cause: unknown) {
    super(`no answer from ${server}: ${describe(cause)}`, { cause });
  }
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Node tries the addresses of a host one after the other, and tells of each failure inside.
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(describe).join('; ');
  return cause.message;
}
