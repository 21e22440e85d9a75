import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Certificates } from '../certificates/certificates.ts';
import { ForbiddenError } from '../client/errors.ts';
import type { Component } from '../component.ts';
import type { BindAddress } from '../http/bind-address.ts';
import { listen } from '../http/listen.ts';
import { http, https } from '../http/node-http.ts';
import type { Logger } from '../logging/logger.ts';
import { metricsContentType } from '../metrics/metrics.ts';
import type { Authorizer, Decision } from './authorizer.ts';

export interface MetricsServerParts {
  address: BindAddress;
  metrics: { text(): string | Promise<string> };
  log: Logger;
  /** TLS and authorization; without it, metrics are served as plain HTTP to everyone. */
  security?: { certificates: Pick<Certificates, 'follow'>; authorizer: Pick<Authorizer, 'authorize'> };
}

const path = '/metrics';
const compress = promisify(gzip);
/** Compressing shorter responses gains nothing. */
const minimumCompressedLength = 1_024;

const denials: Readonly<Record<Exclude<Decision, 'allowed'>, [code: number, text: string]>> = {
  unauthenticated: [401, 'unauthorized: send a bearer token that the API server accepts\n'],
  forbidden: [403, 'forbidden: bind the ClusterRole metrics-reader to get /metrics\n'],
};

/** Serves `GET /metrics`. It starts without waiting for a certificate; until there is one, connections fail. */
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
      if (!response.headersSent) send(response, 500, "internal error: see the operator's log\n");
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const decision = await this.#authorize(request);
    if (decision === undefined)
      return send(response, 500, 'cannot authorize the request: the API server did not respond\n');
    if (decision !== 'allowed') {
      if (decision === 'unauthenticated') response.setHeader('www-authenticate', 'Bearer');
      return send(response, ...denials[decision]);
    }
    if (request.url?.split('?', 1)[0] !== path) return send(response, 404, 'not found\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(response, 405, 'method not allowed: use GET\n');
    const text = await this.#parts.metrics.text();
    response.setHeader('content-type', metricsContentType);
    response.setHeader('vary', 'accept-encoding');
    if (text.length < minimumCompressedLength || !acceptsGzip(request)) return void response.end(text);
    // Runs in the thread pool, so that it does not block the event loop.
    const body = await compress(text);
    response.setHeader('content-encoding', 'gzip');
    response.end(body);
  }

  /** Undefined if the API server cannot be reached. */
  async #authorize({ headers }: IncomingMessage): Promise<Decision | undefined> {
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

function send(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /(^|,)\s*gzip\s*(;\s*q=(1|0?\.\d*[1-9]\d*)[\d.]*)?\s*(,|$)/.test(
    String(headers['accept-encoding'] ?? ''),
  );
}
