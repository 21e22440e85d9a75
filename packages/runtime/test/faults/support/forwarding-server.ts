import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Transport } from '../../../src/entry-points/transport.ts';
import { LocalServer } from '../../transport/local-server.ts';

export interface Identity {
  cert: string;
  key: string;
}

const unknownCaller = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'Unauthorized',
  code: 401,
};

/**
 * Forwards TCP and TLS to a cluster. Its certificate and tokens can be replaced, and its connections cut
 * without notifying either side.
 */
export class FrontDoor {
  /** The valid tokens. */
  readonly tokens = new Set<string>();
  /** Clients that were rejected, or that rejected the certificate. */
  refusals = 0;
  readonly #inside: LocalServer;
  readonly #lines: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  static async open(cluster: Transport, identity: Identity): Promise<FrontDoor> {
    const answer = (request: IncomingMessage, response: ServerResponse): void =>
      void door.#answer(cluster, request, response).catch(() => response.destroy());
    const inside = await LocalServer.start(answer, identity);
    const door = new FrontDoor(inside);
    await new Promise<void>((resolve) => door.#lines.listen(0, '127.0.0.1', resolve));
    return door;
  }

  private constructor(inside: LocalServer) {
    this.#inside = inside;
    inside.server.on('tlsClientError', () => (this.refusals += 1));
    this.#lines = createServer((socket) => this.#connect(socket));
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#lines.address() as AddressInfo).port}`;
  }

  /** Serves this certificate from now on, and closes the connections that used the previous one. */
  show({ cert, key }: Identity): void {
    (this.#inside.server as HttpsServer).setSecureContext({ cert, key });
    this.hangUp();
  }

  /** Resets all connections. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Drops all traffic in both directions without closing any connection. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Lets new connections through. The old ones stay dead. */
  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.#lines.close(resolve));
    await this.#inside[Symbol.asyncDispose]();
  }

  #connect(outside: Socket): void {
    this.#keep(outside);
    if (this.#isCut) return void outside.pause();
    const inside = connect(Number(new URL(this.#inside.url).port), '127.0.0.1');
    this.#keep(inside);
    outside.pipe(inside).pipe(outside);
    outside.on('close', () => inside.destroy());
    inside.on('close', () => outside.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
  }

  async #answer(cluster: Transport, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    if (!this.tokens.has(token)) {
      this.refusals += 1;
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(unknownCaller));
      return;
    }
    const gone = new AbortController();
    response.on('close', () => gone.abort(new Error('the caller has hung up')));
    const answer = await cluster.request({
      method,
      path: url,
      headers: passedOn(headers),
      signal: gone.signal,
      ...(body !== '' && { body }),
      ...(url.includes('watch=true') && { purpose: 'watch' as const }),
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers['content-type'] ?? 'application/json',
    });
    response.flushHeaders();
    for await (const chunk of answer.chunks()) response.write(chunk);
    response.end();
  }
}

function passedOn({ accept, 'content-type': type }: IncomingMessage['headers']): Record<string, string> {
  return { ...(accept !== undefined && { accept }), ...(type !== undefined && { 'content-type': type }) };
}
