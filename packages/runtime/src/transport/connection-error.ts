import { messageOf } from '../failures.ts';

/** There was no answer: the server cannot be reached, did not answer in time, or broke the connection off. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(server: string, cause: unknown) {
    super(`no answer from ${server}: ${messageOf(cause)}`, { cause });
  }
}
