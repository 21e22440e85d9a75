import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** A server on the loopback address that counts its connections. */
export class LocalServer implements AsyncDisposable {
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  readonly server: Server;
  connections = 0;
  readonly #unanswered = new Set<Socket>();
  readonly open = new Set<Socket>();
  readonly #scheme: string;

  static async start(answer: RequestListener, tls?: ServerOptions): Promise<LocalServer> {
    const local = new LocalServer(answer, tls);
    await new Promise<void>((resolve) => local.server.listen(0, '127.0.0.1', resolve));
    return local;
  }

  private constructor(answer: RequestListener, tls?: ServerOptions) {
    this.#scheme = tls === undefined ? 'http' : 'https';
    this.server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
    this.server.on('request', (request, response) => {
      this.requests.push({ method: request.method!, url: request.url!, headers: request.headers });
      this.#unanswered.add(request.socket);
      response.on('close', () => this.#unanswered.delete(request.socket));
      answer(request, response);
    });
    this.server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
      this.connections += 1;
      this.open.add(socket);
      socket.on('close', () => this.open.delete(socket));
    });
  }

  /** Connections whose response has not ended. */
  get busy(): Socket[] {
    return [...this.#unanswered];
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
