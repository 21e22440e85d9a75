import { linkSignals } from '../abort.ts';
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
    if (held === undefined || isRead(request)) return this.#transport.request(request);
    held.check();
    return this.#write(request, held);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  /** The signals have to abort the response body too, so they stay linked until it has been read. */
  async #write(request: TransportRequest, held: HeldLease): Promise<TransportResponse> {
    const permit = (): void => held.check();
    const { signal } = request;
    if (signal === undefined) return this.#transport.request({ ...request, signal: held.signal, permit });
    const { controller, unlink } = linkSignals([signal, held.signal]);
    try {
      const response = await this.#transport.request({ ...request, signal: controller.signal, permit });
      void response.webSocket?.ended.then(unlink);
      return {
        ...response,
        text: () => response.text().finally(unlink),
        async *chunks() {
          try {
            yield* response.chunks();
          } finally {
            unlink();
          }
        },
      };
    } catch (error) {
      unlink();
      throw error;
    }
  }
}

/** What happens over a WebSocket, such as a command in a container, may change anything. */
function isRead({ method, webSocket }: TransportRequest): boolean {
  return method === 'GET' && webSocket === undefined;
}
