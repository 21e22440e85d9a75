import { withSignals } from '../abort.ts';
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

  #write(request: TransportRequest, term: Term): Promise<TransportResponse> {
    const permit = (): void => term.check();
    const send = ({ signal }: { signal: AbortSignal }): Promise<TransportResponse> =>
      this.#transport.request({ ...request, signal, permit });
    return request.signal === undefined ? send(term) : withSignals([request.signal, term.signal], send);
  }
}
