import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ServingCertificate } from '../certificates/certificate-provider.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { Clock } from '../clock.ts';
import { deferred } from '../deferred.ts';
import type { Logger } from '../logging/logger.ts';
import type { BindAddress } from '../manager/bind-address.ts';
import type { Component } from '../manager/component.ts';
import { respond } from './respond.ts';
import type { Routes } from './routes.ts';

export interface WebhookServerParts {
  address: BindAddress;
  certificates: Certificates;
  routes: Routes;
  clock: Clock;
  log: Logger;
}

/** How a test, or a server without a Service in between, reaches the webhooks. */
export interface WebhookEndpoint {
  readonly url: string;
  /** The authorities to trust, PEM. */
  readonly caBundle: string;
}

/** Longer than Go's client keeps an idle connection, so that the server never closes one that is about to be used. */
const keepAliveTimeout = 120_000;

/** Answers the API server over HTTPS, with the certificate of the moment. */
export class WebhookServer implements Component {
  readonly name = 'webhook server';
  readonly stage = 'servers';
  readonly #parts: WebhookServerParts;
  readonly #stop = new AbortController();
  readonly #certified = deferred();
  readonly #server: Server;
  #unfollow: (() => void) | undefined;

  constructor(parts: WebhookServerParts) {
    this.#parts = parts;
    const { routes, clock, log } = parts;
    const { signal } = this.#stop;
    this.#server = createServer({ keepAliveTimeout, minVersion: 'TLSv1.2' });
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void respond(request, response, { routes, clock, log, signal });
    });
  }

  /** Where it answers; undefined while it does not. */
  get endpoint(): WebhookEndpoint | undefined {
    const { current } = this.#parts.certificates;
    const address = this.#server.address() as AddressInfo | null;
    if (address === null || current === undefined) return undefined;
    return {
      url: `https://${reachableHost(this.#parts.address)}:${address.port}`,
      caBundle: current.ca ?? current.certificate,
    };
  }

  /** Fails until it answers. */
  check(): void {
    if (this.#parts.certificates.current === undefined) throw new Error('there is no certificate yet');
    if (!this.#server.listening) throw new Error('not listening yet');
  }

  /** Resolves once it answers, which takes a certificate. */
  async start(fail: (error: unknown) => void): Promise<void> {
    this.#unfollow = this.#parts.certificates.follow((certificate) => this.#show(certificate));
    await this.#certified.promise;
    if (this.#stop.signal.aborted) return;
    await this.#listen();
    this.#server.on('error', fail);
    this.#parts.log.info('webhooks are served', {
      port: this.endpoint?.url,
      paths: this.#parts.routes.paths,
    });
  }

  /** Takes no more connections, and waits for the requests on its way. */
  async stop(): Promise<void> {
    this.#unfollow?.();
    this.#stop.abort();
    this.#certified.resolve();
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeIdleConnections();
    await closed;
  }

  abort(): void {
    this.#server.closeAllConnections();
  }

  #show({ certificate, key }: ServingCertificate): void {
    this.#server.setSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2' });
    this.#certified.resolve();
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

/** A server that listens on all addresses listens on the one of this machine. */
function reachableHost({ host }: BindAddress): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
