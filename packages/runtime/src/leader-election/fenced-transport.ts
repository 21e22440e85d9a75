import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import { ambientTerm, type Term } from './term.ts';

/** Lets nobody write in the name of a term that is over, and breaks off the writes that are under way then. */
export class FencedTransport implements Transport {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get server(): string | undefined {
    return this.#transport.server;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const term = ambientTerm();
    if (term === undefined || request.method === 'GET') return this.#transport.request(request);
    term.check();
    return this.#write(request, term);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #write(request: TransportRequest, term: Term): Promise<TransportResponse> {
    const { signal } = request;
    const permit = (): void => term.check();
    if (signal === undefined) return this.#transport.request({ ...request, signal: term.signal, permit });
    const either = new AbortController();
    const abort = (): void => either.abort(signal.aborted ? signal.reason : term.signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    term.signal.addEventListener('abort', abort);
    try {
      return await this.#transport.request({ ...request, signal: either.signal, permit });
    } finally {
      signal.removeEventListener('abort', abort);
      term.signal.removeEventListener('abort', abort);
    }
  }
}
