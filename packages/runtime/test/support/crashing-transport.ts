import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.ts';

export interface Crash {
  /** The number of writes that succeed; the process crashes at the next one. */
  readonly after: number;
  /** Whether the write at which it crashes still reaches the server. */
  readonly reaches: boolean;
}

/** The transport of a process that crashes at one of its writes: no later request reaches the server. */
export class CrashingTransport implements Transport {
  readonly #transport: Transport;
  readonly #crash: Crash;
  readonly crashed: Promise<void>;
  #die = (): void => {};
  #writes = 0;
  #isDead = false;

  constructor(transport: Transport, crash: Crash) {
    this.#transport = transport;
    this.#crash = crash;
    this.crashed = new Promise((resolve) => {
      this.#die = () => {
        this.#isDead = true;
        resolve();
      };
    });
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    if (this.#isDead) throw new Error('the process has died');
    if (request.method === 'GET') return this.#transport.request(request);
    this.#writes += 1;
    if (this.#writes <= this.#crash.after) return this.#transport.request(request);
    this.#die();
    if (this.#crash.reaches) await this.#transport.request(request);
    throw new Error('the process has died');
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

/** A crash before each of the first writes, and after each of them. */
export function crashes(writes: number): Crash[] {
  return Array.from({ length: writes }, (_, after) => [
    { after, reaches: false },
    { after, reaches: true },
  ]).flat();
}
