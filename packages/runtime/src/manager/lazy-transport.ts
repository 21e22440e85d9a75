import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';

/** A transport that is created on its first request, so that a manager can be constructed without a cluster. */
export class LazyTransport implements Transport {
  readonly #make: () => Promise<Transport>;
  #made: Promise<Transport> | undefined;
  #server: string | undefined;
  #closed = false;

  constructor(make: () => Promise<Transport>) {
    this.#make = make;
  }

  get server(): string | undefined {
    return this.#server;
  }

  /** Creates it now; rejects if no cluster is configured, which no retry can fix. */
  async open(): Promise<Transport> {
    if (this.#closed) throw new Error('the connection to the cluster is closed');
    const transport = await (this.#made ??= this.#make());
    this.#server = transport.server;
    return transport;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const transport = await this.open();
    return transport.request(request);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const transport = await this.#made?.catch(() => undefined);
    await transport?.close();
  }
}
