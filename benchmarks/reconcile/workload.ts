import type { Client } from '@opgen/runtime';
import { ConfigMap, Namespace } from '@opgen/runtime/kinds/core/v1';
import { Memcached } from './memcached.ts';

/** A namespace with Memcacheds, and a watch that reports when each is ready. */
export class Workload {
  readonly #client: Client;
  readonly #namespace: string;
  readonly #stopped = new AbortController();
  readonly #ready = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly #watching: Promise<void>;

  private constructor(client: Client, namespace: string, resourceVersion: string) {
    this.#client = client;
    this.#namespace = namespace;
    this.#watching = this.#watch(resourceVersion);
  }

  static async begin(client: Client, namespace: string): Promise<Workload> {
    await client.create(Namespace, { metadata: { name: namespace } });
    const { resourceVersion } = await client.list(Memcached, { namespace });
    return new Workload(client, namespace, resourceVersion);
  }

  async create(name: string): Promise<void> {
    const metadata = { name, namespace: this.#namespace };
    await this.#client.create(Memcached, { metadata, spec: { size: 3 } });
  }

  /** Creates objects, several at a time. */
  async createMany(names: readonly string[]): Promise<void> {
    const left = names.values();
    const creator = async (): Promise<void> => {
      for (const name of left) await this.create(name);
    };
    await Promise.all(Array.from({ length: 8 }, creator));
  }

  /** Resolves when the operator has written the status of all of these. */
  async ready(names: readonly string[]): Promise<void> {
    while (!names.every((name) => this.#ready.has(name))) {
      await Promise.race([new Promise<void>((resolve) => this.#waiting.add(resolve)), this.#watching]);
      this.#stopped.signal.throwIfAborted();
    }
  }

  /** Deletes everything, because no garbage collector is running. */
  async end(): Promise<void> {
    this.#stopped.abort();
    await this.#watching;
    await this.#client.deleteCollection(Memcached, { namespace: this.#namespace });
    await this.#client.deleteCollection(ConfigMap, { namespace: this.#namespace });
  }

  async #watch(resourceVersion: string): Promise<void> {
    const { signal } = this.#stopped;
    const options = { namespace: this.#namespace, resourceVersion, timeoutSeconds: 3600, signal };
    for await (const { object } of this.#client.watch(Memcached, options)) {
      if (object.status?.ready !== true) continue;
      this.#ready.add(object.metadata.name);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    }
    if (!signal.aborted) throw new Error('the API server ended the watch');
  }
}

export function memcachedNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `memcached-${String(index).padStart(5, '0')}`);
}
