import { messageOf } from '../failures.ts';

/** There was no response: the server is unreachable, did not respond in time, or closed the connection. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(server: string, cause: unknown) {
    super(`no response from ${server}: ${messageOf(cause)}`, { cause });
  }
}
