import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Component } from '../component.ts';
import type { BindAddress } from '../http/bind-address.ts';
import { listen } from '../http/listen.ts';
import { http } from '../http/node-http.ts';
import type { HealthChecks, HealthReport } from './health-checks.ts';

/**
 * Serves each set of checks under its path: all at `/readyz`, one check at `/readyz/<name>`. The port is
 * unauthenticated: no request and no failing check may crash the process.
 */
export class HealthServer implements Component {
  readonly name = 'health server';
  readonly stage = 'servers';
  readonly #address: BindAddress;
  readonly #endpoints: ReadonlyMap<string, HealthChecks>;
  readonly #server: Server;
  #started: Promise<void> | undefined;

  constructor(address: BindAddress, endpoints: ReadonlyMap<string, HealthChecks>) {
    this.#address = address;
    this.#endpoints = endpoints;
    this.#server = http.createServer((request, response) => void this.#answer(request, response));
  }

  /** The port it listens on, chosen by the system if the address has port 0; undefined while it does not listen. */
  get port(): number | undefined {
    return (this.#server.address() as AddressInfo | null)?.port;
  }

  async start(fail: (error: unknown) => void): Promise<void> {
    this.#started = listen(this.#server, this.#address);
    await this.#started;
    this.#server.on('error', fail);
  }

  async stop(): Promise<void> {
    // A server closed before it listens would listen afterwards.
    await this.#started?.catch(() => undefined);
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const report = await this.#report(request.url ?? '/');
    const code = report === undefined ? 404 : report.ok ? 200 : 500;
    response.writeHead(code, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    response.end(report?.text ?? 'not found');
  }

  async #report(target: string): Promise<HealthReport | undefined> {
    // Not `new URL(target, …)`: it parses `//` as the start of a host and throws.
    const [path = '', query] = target.split('?', 2);
    const searchParams = new URLSearchParams(query);
    const [, endpoint = '', check] = path.split('/');
    const checks = this.#endpoints.get(endpoint);
    if (check !== undefined && check !== '') return checks?.reportOne(check);
    return checks?.report({ verbose: searchParams.has('verbose'), exclude: searchParams.getAll('exclude') });
  }
}
