import type { Clock } from '../../src/clock.ts';
import type { Lease } from '../../src/kinds/coordination/v1.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.ts';

export interface Write {
  by: string;
  /** Who held the Lease when it arrived. */
  holder: string;
  at: number;
}

/** What happens to a request on its way: it may be lost, or its answer, and either takes its time. */
export interface NetworkState {
  /** Milliseconds. */
  there: number;
  back: number;
  lost?: 'request' | 'answer';
}

/** A server that holds one Lease, and remembers in which order it was written to, and by whom. */
export class LeaseServer {
  readonly #clock: Clock;
  readonly writes: Write[] = [];
  lease: Lease | undefined;
  /** What it answers to everybody, in place of the Lease. */
  refusal: { code: number; reason: string; message: string } | undefined;
  #version = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get holder(): string {
    return this.lease?.spec.holderIdentity ?? '';
  }

  /** The way of one replica to the server. */
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

  /** What is under way when the sender gives up does not arrive. */
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
