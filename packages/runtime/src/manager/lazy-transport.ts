import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';

/** A transport that is made for its first request, so that a manager can be built before it knows its cluster. */
export class LazyTransport implements Transport {
  readonly #make: () => Promise<Transport>;
  #made: Promise<Transport> | undefined;
  #server: string | undefined;

  constructor(make: () => Promise<Transport>) {
    this.#make = make;
  }

  get server(): string | undefined {
    return this.#server;
  }

  /** Makes it now: rejects when there is no cluster to talk to, which no later try would find either. */
  async open(): Promise<Transport> {
    const transport = await (this.#made ??= this.#make());
    this.#server = transport.server;
    return transport;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const transport = await this.open();
    return transport.request(request);
  }

  async close(): Promise<void> {
    const transport = await this.#made?.catch(() => undefined);
    await transport?.close();
  }
}
