import { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import { Pod } from '../kinds/core/v1.ts';
import type { WebSocketConnection } from '../transport/web-socket.ts';
import type { PodAddress } from './pod-requests.ts';
import type { Requests } from './requests.ts';
import { resourcePath, withQuery } from './resource-path.ts';

const protocol = 'v4.channel.k8s.io';

/** The channels of the first port, as the first byte of each message. */
const channels = { data: 0, error: 1 } as const;

/** Connects to a port of a Pod. */
export async function connectToPort(
  requests: Requests,
  pod: PodAddress,
  port: number,
  signal: AbortSignal | undefined,
): Promise<Duplex> {
  const path = withQuery(resourcePath(Pod, { ...pod, subresource: 'portforward' }), { ports: port });
  const connection = await requests.openWebSocket({ path, protocols: [protocol], signal });
  return new ForwardedPort(connection, `port ${port} of Pod ${pod.namespace}/${pod.name}`, signal);
}

/** A connection to a port. The protocol cannot tell the Pod that the client has finished writing. */
class ForwardedPort extends Duplex {
  readonly #connection: WebSocketConnection;
  readonly #what: string;
  readonly #signal: AbortSignal | undefined;
  /** Called when the reader wants more. */
  #want: () => void = () => {};

  constructor(connection: WebSocketConnection, what: string, signal: AbortSignal | undefined) {
    super();
    this.#connection = connection;
    this.#what = what;
    this.#signal = signal;
    void this.#receive();
  }

  override _read(): void {
    this.#want();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send(chunk, done);
  }

  readonly #send = callbackify((chunk: Buffer) =>
    this.#connection.send(Buffer.concat([Buffer.of(channels.data), chunk])),
  );

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#connection.destroy();
    this.#want();
    done(error);
  }

  async #receive(): Promise<void> {
    // The first message of each channel contains only the port.
    const started = new Set<number | undefined>();
    for await (const message of this.#connection.messages()) {
      const [channel] = message;
      const data = message.subarray(1);
      if (!started.has(channel)) started.add(channel);
      else if (channel === channels.error) return this.#fail(data.toString());
      else if (!this.push(data)) await new Promise<void>((resolve) => (this.#want = resolve));
      if (this.destroyed) return;
    }
    if (this.#signal?.aborted === true) this.destroy(this.#signal.reason as Error);
    else this.push(null);
  }

  #fail(problem: string): void {
    this.destroy(new Error(`${this.#what}: ${problem}`));
  }
}
