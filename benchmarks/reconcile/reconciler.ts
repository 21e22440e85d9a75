import {
  type Apply,
  type Client,
  controllerReference,
  done,
  type Reconciler,
  type Request,
  type Result,
} from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { Memcached } from './memcached.ts';

/** How the ConfigMap is written: applied every time, created if it is not in the cache, or not at all. */
export type Write = 'apply' | 'create' | 'none';

/** The milliseconds that all reconciles together waited for responses. */
export interface Times {
  configMap: number;
  status: number;
}

/** Gives every Memcached a ConfigMap and a status, like go/cmd/reconcile/reconciler.go. */
export class MemcachedReconciler implements Reconciler {
  readonly #client: Client;
  readonly #write: Write;
  readonly times: Times = { configMap: 0, status: 0 };

  constructor(client: Client, write: Write) {
    this.#client = client;
    this.#write = write;
  }

  async reconcile(request: Request): Promise<Result> {
    const memcached = await this.#client.find(Memcached, request);
    if (memcached === undefined || this.#write === 'none') return done;

    const started = performance.now();
    if (this.#write === 'apply') await this.#client.apply(ConfigMap, desiredConfigMap(memcached));
    else await this.#createOrUpdate(memcached);

    const written = performance.now();
    const observedGeneration = memcached.metadata.generation ?? 0;
    await this.#client.patchStatus(Memcached, memcached, { observedGeneration, ready: true });
    this.times.configMap += written - started;
    this.times.status += performance.now() - written;
    return done;
  }

  async #createOrUpdate(memcached: Memcached): Promise<void> {
    const desired = desiredConfigMap(memcached);
    const current = await this.#client.find(ConfigMap, desired.metadata);
    if (current === undefined) await this.#client.create(ConfigMap, desired);
    else if (current.data?.['size'] !== desired.data.size) {
      await this.#client.update(ConfigMap, { ...current, data: desired.data });
    }
  }
}

function desiredConfigMap(memcached: Memcached) {
  const { name, namespace = '' } = memcached.metadata;
  return {
    metadata: { name, namespace, ownerReferences: [controllerReference(memcached)] },
    data: { size: String(memcached.spec.size) },
  } satisfies Apply<ConfigMap>;
}
