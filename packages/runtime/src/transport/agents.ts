import { createHash } from 'node:crypto';
import type { Agent } from 'node:http';
import type { TlsMaterial } from './credentials.ts';
import { closePool, openPool, type Timeouts } from './open-pool.ts';

/** Requests may wait for a free connection; watches never do, and never hold requests up. */
const connections = { request: 32, watch: Number.POSITIVE_INFINITY };

interface Pools {
  tls: TlsMaterial;
  hash: string;
  request: Agent;
  watch: Agent;
}

/**
 * The connection pools of one server: one for requests and one for watches.
 *
 * Both live as long as the TLS material stays the same. New material gets new pools; the old ones end
 * when what they carry has ended.
 */
export class Agents {
  readonly #origin: URL;
  readonly #timeouts: Timeouts;
  #current: Pools | undefined;

  constructor(origin: string, timeouts: Timeouts) {
    this.#origin = new URL(origin);
    this.#timeouts = timeouts;
  }

  for(tls: TlsMaterial, purpose: 'request' | 'watch'): Agent {
    return this.#poolsOf(tls)[purpose];
  }

  /** Closes the connections that carry nothing; the others close as soon as they do not. */
  close(): void {
    if (this.#current === undefined) return;
    closePool(this.#current.request);
    closePool(this.#current.watch);
    this.#current = undefined;
  }

  #poolsOf(tls: TlsMaterial): Pools {
    // Nearly always it is the very object, and to hash it costs as much as to send a request.
    if (this.#current?.tls === tls) return this.#current;
    const hash = createHash('sha256').update(JSON.stringify(tls)).digest('base64');
    if (this.#current?.hash === hash) {
      this.#current.tls = tls;
      return this.#current;
    }
    this.close();
    const open = (purpose: 'request' | 'watch'): Agent =>
      openPool(this.#origin, tls, this.#timeouts, connections[purpose]);
    return (this.#current = { tls, hash, request: open('request'), watch: open('watch') });
  }
}
