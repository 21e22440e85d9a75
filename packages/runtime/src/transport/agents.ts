import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { TlsMaterial } from './credentials.ts';

export interface Timeouts {
  /** For the connection and its TLS handshake, in milliseconds. */
  connect: number;
  /** Until the answer begins, and between two pieces of it (not in a watch, which may be silent). */
  idle: number;
}

/** Requests may wait for a free connection; watches never do, and never hold requests up. */
const requestConnections = 32;

/**
 * The connection pools of one server: one for requests and one for watches.
 *
 * Both live as long as the TLS material stays the same. New material gets new pools; the old ones end
 * when what they carry has ended.
 */
export class Agents {
  readonly #origin: string;
  readonly #timeouts: Timeouts;
  readonly #retired = new Set<Dispatcher>();
  #current: { hash: string; request: Dispatcher; watch: Dispatcher } | undefined;

  constructor(origin: string, timeouts: Timeouts) {
    this.#origin = origin;
    this.#timeouts = timeouts;
  }

  async for(tls: TlsMaterial, purpose: 'request' | 'watch'): Promise<Dispatcher> {
    // Loading it takes longer than all of this package, and a program may never make a request.
    const undici = await import('undici');
    const hash = createHash('sha256').update(JSON.stringify(tls)).digest('base64');
    if (this.#current?.hash !== hash) {
      this.#retire();
      const open = (use: 'request' | 'watch'): Dispatcher => this.#open(undici, tls, use);
      this.#current = { hash, request: open('request'), watch: open('watch') };
    }
    return this.#current[purpose];
  }

  /** Breaks all connections off. */
  async close(): Promise<void> {
    const current = this.#current === undefined ? [] : [this.#current.request, this.#current.watch];
    this.#current = undefined;
    await Promise.all([...current, ...this.#retired].map((agent) => agent.destroy()));
  }

  #retire(): void {
    if (this.#current === undefined) return;
    for (const agent of [this.#current.request, this.#current.watch]) {
      this.#retired.add(agent);
      const forget = (): boolean => this.#retired.delete(agent);
      agent.close().then(forget, forget);
    }
  }

  #open(
    { Pool, ProxyAgent }: typeof import('undici'),
    { proxyUrl, ...tls }: TlsMaterial,
    purpose: 'request' | 'watch',
  ): Dispatcher {
    const { connect: timeout, idle } = this.#timeouts;
    const options = {
      connections: purpose === 'request' ? requestConnections : null,
      headersTimeout: idle,
      bodyTimeout: purpose === 'request' ? idle : 0,
    };
    if (proxyUrl !== undefined)
      return new ProxyAgent({ ...options, uri: proxyUrl, requestTls: { ...tls, timeout } });
    return new Pool(this.#origin, { ...options, connect: { ...tls, timeout, keepAlive: true } });
  }
}
