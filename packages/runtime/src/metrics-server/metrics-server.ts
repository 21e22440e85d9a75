import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificates } from '../certificates/certificates.ts';
import { ForbiddenError } from '../client/errors.ts';
import type { Component } from '../component.ts';
import type { BindAddress } from '../http/bind-address.ts';
import { listen } from '../http/listen.ts';
import { http, https } from '../http/node-http.ts';
import type { Logger } from '../logging/logger.ts';
import type { Authorizer, Decision } from './authorizer.ts';
import { type Endpoint, sendText } from './endpoint.ts';

export interface MetricsServerParts {
  address: BindAddress;
  /** The first one decides who learns that another path does not exist. */
  endpoints: readonly [Endpoint, ...Endpoint[]];
  log: Logger;
  /** TLS and authorization; without it, the server uses plain HTTP without authorization. */
  security?: { certificates: Pick<Certificates, 'follow'>; authorizer: Pick<Authorizer, 'authorize'> };
}

/** Serves metrics and runs. It starts without waiting for a certificate; until there is one, connections fail. */
export class MetricsServer implements Component {
  readonly name = 'metrics server';
  readonly stage = 'servers';
  readonly #parts: MetricsServerParts;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  #unsubscribe: (() => void) | undefined;
  #listening: Promise<void> | undefined;

  constructor(parts: MetricsServerParts) {
    this.#parts = parts;
    const answer = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#answer(request, response);
    this.#server =
      parts.security === undefined
        ? http.createServer(answer)
        : https.createServer({ minVersion: 'TLSv1.2' }, answer);
    this.#server.on('connection', (socket: Socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** The port it listens on; undefined while it does not. */
  get port(): number | undefined {
    return (this.#server.address() as AddressInfo | null)?.port;
  }

  async start(fail: (error: unknown) => void): Promise<void> {
    this.#unsubscribe = this.#parts.security?.certificates.follow(({ certificate, key }) => {
      if ('setSecureContext' in this.#server) {
        (this.#server as ReturnType<typeof https.createServer>).setSecureContext({ cert: certificate, key });
      }
    });
    this.#listening = listen(this.#server, this.#parts.address);
    await this.#listening;
    this.#server.on('error', fail);
    this.#parts.log.info('serving metrics', {
      port: this.port,
      secure: this.#parts.security !== undefined,
    });
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    // A server closed before it listens would listen afterwards.
    await this.#listening?.catch(() => undefined);
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const connection of this.#connections) connection.destroy();
    await closed;
  }

  /** No request and no error may crash the process. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#respond(request, response);
    } catch (error) {
      this.#parts.log.error('failed to serve metrics', { error });
      if (!response.headersSent) sendText(response, 500, "internal error: see the operator's log\n");
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { endpoints } = this.#parts;
    const path = request.url?.split('?', 1)[0];
    const endpoint = endpoints.find((each) => each.path === path);
    const authorized = endpoint ?? endpoints[0];
    const decision = await this.#authorize(request, authorized);
    if (decision === undefined)
      return sendText(response, 500, 'cannot authorize the request: the API server did not respond\n');
    if (decision === 'unauthenticated') {
      response.setHeader('www-authenticate', 'Bearer');
      return sendText(response, 401, 'unauthorized: send a bearer token that the API server accepts\n');
    }
    if (decision === 'forbidden')
      return sendText(
        response,
        403,
        `forbidden: bind the ClusterRole ${authorized.role} to get ${authorized.path}\n`,
      );
    if (endpoint === undefined) return sendText(response, 404, 'not found\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 405, 'method not allowed: use GET\n');
    await endpoint.respond(request, response);
  }

  /** Undefined if the API server cannot be reached. */
  async #authorize({ headers }: IncomingMessage, { path }: Endpoint): Promise<Decision | undefined> {
    const { security, log } = this.#parts;
    if (security === undefined) return 'allowed';
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    try {
      return await security.authorizer.authorize(token, path);
    } catch (error) {
      const hint =
        'bind the role metrics-auth-role (config/rbac/metrics_auth_role.yaml) to the service account: it may create tokenreviews and subjectaccessreviews';
      log.error('failed to authorize a metrics request', {
        error,
        ...(error instanceof ForbiddenError && { hint }),
      });
      return undefined;
    }
  }
}
