import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { ServingCertificate } from '../certificates/certificate-provider.ts';
import type { Certificates } from '../certificates/certificates.ts';
import { type Clock, pause } from '../clock.ts';
import type { Component } from '../component.ts';
import { deferred } from '../deferred.ts';
import type { BindAddress } from '../http/bind-address.ts';
import { https } from '../http/node-http.ts';
import type { Logger } from '../logging/logger.ts';
import { respond } from './respond.ts';
import type { Routes } from './routes.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

export interface WebhookServerParts {
  address: BindAddress;
  certificates: Certificates;
  routes: Routes;
  clock: Clock;
  log: Logger;
  metrics: WebhookMetrics;
  /** Milliseconds to keep serving after `stop` is called. */
  drainDelay: number;
}

/** How to reach the webhooks without a Service, for instance in a test. */
export interface WebhookEndpoint {
  readonly url: string;
  /** The CAs to trust, PEM. */
  readonly caBundle: string;
}

/**
 * Longer than Go's client keeps an idle connection, so that the server never closes one that is about to be reused.
 */
const keepAliveTimeout = 120_000;

/**
 * Timeouts of clients, in milliseconds. The API server gives a webhook at most 30 s; a slower client only occupies
 * connections.
 */
const limits = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/** Milliseconds that an incomplete body may still take when the server closes. */
const bodyTimeout = 1_000;

/** Serves webhooks over HTTPS, with the current certificate. */
export class WebhookServer implements Component {
  readonly name = 'webhook server';
  readonly stage = 'servers';
  readonly #parts: WebhookServerParts;
  readonly #stop = new AbortController();
  readonly #abort = new AbortController();
  readonly #hasCertificate = deferred();
  readonly #server: Server;
  readonly #inFlight = new Map<ServerResponse, IncomingMessage>();
  readonly #connections = new Set<Socket>();
  #unsubscribe: (() => void) | undefined;
  #listening: Promise<void> | undefined;

  constructor(parts: WebhookServerParts) {
    this.#parts = parts;
    const { routes, clock, log, metrics } = parts;
    const { signal } = this.#stop;
    this.#server = https.createServer({ keepAliveTimeout, ...limits, minVersion: 'TLSv1.2' });
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#inFlight.set(response, request);
      response.once('close', () => this.#inFlight.delete(response));
      void respond(request, response, { routes, clock, log, metrics, signal });
    });
    // Node's HTTPS server does not track a connection until its TLS handshake is complete.
    this.#server.on('connection', (socket: Socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** The endpoint; undefined while the server does not listen. */
  get endpoint(): WebhookEndpoint | undefined {
    const { current } = this.#parts.certificates;
    const address = this.#server.address() as AddressInfo | null;
    if (address === null || current === undefined) return undefined;
    return {
      url: `https://${reachableHost(this.#parts.address)}:${address.port}`,
      caBundle: current.ca ?? current.certificate,
    };
  }

  /** Throws until the server listens. */
  check(): void {
    if (this.#parts.certificates.current === undefined) throw new Error('no certificate loaded yet');
    if (!this.#server.listening) throw new Error('not listening yet');
  }

  /** Resolves when the server listens, which requires a certificate. */
  async start(fail: (error: unknown) => void): Promise<void> {
    this.#unsubscribe = this.#parts.certificates.follow((certificate) => this.#useCertificate(certificate));
    await this.#hasCertificate.promise;
    if (this.#stop.signal.aborted) return;
    this.#listening = this.#listen();
    await this.#listening;
    this.#server.on('error', fail);
    this.#parts.log.info('serving webhooks', {
      url: this.endpoint?.url,
      paths: this.#parts.routes.paths,
    });
  }

  /**
   * Keeps serving for the drain delay, without keep-alive, so that the API server moves to another replica. Then
   * accepts no more connections and waits for the requests in flight.
   */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#stop.abort();
    this.#hasCertificate.resolve();
    // Closing a server that is about to listen would not keep it from listening.
    await this.#listening?.catch(() => undefined);
    if (!this.#server.listening) return;
    const { clock, drainDelay } = this.#parts;
    if (drainDelay > 0) await pause(clock, drainDelay, this.#abort.signal);
    const ended = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeIdleConnections();
    const cancelBodyTimeout = clock.schedule(bodyTimeout, () => this.#dropIncomplete());
    while (this.#inFlight.size > 0) {
      await Promise.all([...this.#inFlight.keys()].map(closed));
    }
    cancelBodyTimeout();
    this.abort();
    await ended;
  }

  abort(): void {
    this.#abort.abort();
    for (const connection of this.#connections) connection.destroy();
  }

  /** Aborts requests whose body is still incomplete: they need no response. */
  #dropIncomplete(): void {
    for (const request of this.#inFlight.values()) if (!request.complete) request.destroy();
  }

  #useCertificate({ certificate, key }: ServingCertificate): void {
    this.#server.setSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2' });
    this.#hasCertificate.resolve();
  }

  #listen(): Promise<void> {
    const { host, port } = this.#parts.address;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve));
}

/** A server on all interfaces is reachable at the loopback address. */
function reachableHost({ host }: BindAddress): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
