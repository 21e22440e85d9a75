import { withSignals } from '../abort.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import { ambientLease, type HeldLease } from './held-lease.ts';

/** Fencing: refuses writes of a former leader, and aborts its writes in flight when the lease is lost. */
export class FencedTransport implements Transport {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get server(): string | undefined {
    return this.#transport.server;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const held = ambientLease();
    if (held === undefined || request.method === 'GET') return this.#transport.request(request);
    held.check();
    return this.#write(request, held);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #write(request: TransportRequest, held: HeldLease): Promise<TransportResponse> {
    const permit = (): void => held.check();
    const send = ({ signal }: { signal: AbortSignal }): Promise<TransportResponse> =>
      this.#transport.request({ ...request, signal, permit });
    return request.signal === undefined ? send(held) : withSignals([request.signal, held.signal], send);
  }
}
