import { createHash } from 'node:crypto';
import type { Agent } from 'node:http';
import type { TlsMaterial } from './credentials.ts';
import { closePool, openPool, type Timeouts } from './open-pool.ts';
import type { Purpose } from './transport.ts';

/**
 * Maximum number of connections. Requests may wait for a free connection, watches must not. The Lease is renewed by
 * one request at a time.
 */
const connections: Readonly<Record<Purpose, number>> = {
  request: 32,
  watch: Number.POSITIVE_INFINITY,
  lease: 1,
};

interface Pools {
  tls: TlsMaterial;
  hash: string;
  byPurpose: Map<Purpose, Agent>;
}

/**
 * The connection pools for one server: one for each purpose, so that no purpose blocks another.
 *
 * Pools are reused while the TLS material stays the same. New material gets new pools; the connections of the old
 * ones close when their requests end.
 */
export class Agents {
  readonly #origin: URL;
  readonly #timeouts: Timeouts;
  #current: Pools | undefined;

  constructor(origin: string, timeouts: Timeouts) {
    this.#origin = new URL(origin);
    this.#timeouts = timeouts;
  }

  for(tls: TlsMaterial, purpose: Purpose): Agent {
    const { byPurpose } = this.#poolsOf(tls);
    const known = byPurpose.get(purpose);
    if (known !== undefined) return known;
    const agent = openPool(this.#origin, tls, this.#timeouts, connections[purpose]);
    byPurpose.set(purpose, agent);
    return agent;
  }

  /** Closes idle connections; the others close when their requests end. */
  close(): void {
    for (const agent of this.#current?.byPurpose.values() ?? []) closePool(agent);
    this.#current = undefined;
  }

  #poolsOf(tls: TlsMaterial): Pools {
    // Usually this is the same object, and hashing it costs as much as sending a request.
    if (this.#current?.tls === tls) return this.#current;
    const hash = createHash('sha256').update(JSON.stringify(tls)).digest('base64');
    if (this.#current?.hash === hash) {
      this.#current.tls = tls;
      return this.#current;
    }
    this.close();
    return (this.#current = { tls, hash, byPurpose: new Map() });
  }
}
