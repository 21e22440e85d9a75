import type { Transport, TransportRequest, TransportResponse } from '@opgen/runtime/transport';

/** A transport whose connection can be cut: then no request arrives and open requests fail. */
export class CutTransport implements Transport {
  readonly #transport: Transport;
  readonly #ends = new Set<() => void>();
  #isCut = false;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  cut(): void {
    this.#isCut = true;
    for (const end of this.#ends) end();
  }

  heal(): void {
    this.#isCut = false;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    if (this.#isCut) throw new Error('the network is cut');
    const lost = new AbortController();
    const end = (): void => lost.abort(new Error('the network was cut'));
    const { signal } = request;
    const abort = (): void => lost.abort(signal?.reason);
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort);
    this.#ends.add(end);
    return this.#transport.request({ ...request, signal: lost.signal });
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}
