import type { Clock } from '../../src/clock.ts';
import type { Lease } from '../../src/kinds/coordination/v1.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.ts';

export interface Write {
  by: string;
  /** The holder of the Lease when the request arrived. */
  holder: string;
  at: number;
}

/** What happens to a request: it or its response may be lost, and each takes time. */
export interface NetworkState {
  /** In milliseconds. */
  there: number;
  back: number;
  lost?: 'request' | 'answer';
}

/** A server with one Lease, which records who wrote to it and in which order. */
export class LeaseServer {
  readonly #clock: Clock;
  readonly writes: Write[] = [];
  lease: Lease | undefined;
  /** The error returned to every client instead of the Lease. */
  refusal: { code: number; reason: string; message: string } | undefined;
  #version = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get holder(): string {
    return this.lease?.spec.holderIdentity ?? '';
  }

  /** The transport of one replica. */
  link(name: string, network: () => NetworkState, awake: () => Promise<void> = async () => {}): Transport {
    return {
      request: async (request) => {
        const { there, back, lost } = network();
        await this.#travel(there, request.signal);
        if (lost === 'request') await this.#travel(Number.POSITIVE_INFINITY, request.signal);
        const answer = this.#handle(request, name);
        if (lost === 'answer') await this.#travel(Number.POSITIVE_INFINITY, request.signal);
        await this.#travel(back, request.signal);
        await awake();
        return answer;
      },
      close: async () => {},
    };
  }

  /** A request still in flight when the sender gives up does not arrive. */
  #travel(duration: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const abort = (): void => (cancel(), reject(signal?.reason));
      const arrive = (): void => (signal?.removeEventListener('abort', abort), resolve());
      const cancel =
        duration === Number.POSITIVE_INFINITY ? () => {} : this.#clock.schedule(duration, arrive);
      signal?.addEventListener('abort', abort);
    });
  }

  #handle({ method, path, body = '' }: TransportRequest, by: string): TransportResponse {
    if (!path.includes('/leases')) {
      this.writes.push({ by, holder: this.holder, at: this.#clock.monotonic() });
      return answer(200, {});
    }
    if (this.refusal !== undefined) return answer(this.refusal.code, { kind: 'Status', ...this.refusal });
    if (method === 'GET' && this.lease === undefined) return failure(404, 'NotFound');
    if (method === 'GET') return answer(200, { ...this.lease });
    const sent = JSON.parse(body) as Lease;
    if (method === 'POST' && this.lease !== undefined) return failure(409, 'AlreadyExists');
    if (method === 'PUT' && this.lease === undefined) return failure(404, 'NotFound');
    if (method === 'PUT' && sent.metadata.resourceVersion !== this.lease?.metadata.resourceVersion) {
      return failure(409, 'Conflict');
    }
    this.#version += 1;
    this.lease = { ...sent, metadata: { ...sent.metadata, resourceVersion: String(this.#version) } };
    return answer(200, this.lease);
  }
}

function failure(code: number, reason: string): TransportResponse {
  return answer(code, { kind: 'Status', status: 'Failure', code, reason, message: reason });
}

function answer(status: number, body: object): TransportResponse {
  const text = JSON.stringify(body);
  return {
    status,
    headers: {},
    text: async () => text,
    chunks: async function* () {
      yield Buffer.from(text);
    },
  };
}
