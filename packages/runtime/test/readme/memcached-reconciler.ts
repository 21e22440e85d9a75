import {
  type Client,
  controllerReference,
  done,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
} from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Memcached } from './memcached.ts';

export class MemcachedReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request): Promise<Result> {
    const memcached = await this.#client.find(Memcached, request);
    if (memcached === undefined) return done;

    const { name, namespace } = memcached.metadata;
    const labels = { app: name };
    const deployment = await this.#client.apply(Deployment, {
      metadata: { name, namespace, ownerReferences: [controllerReference(memcached)] },
      spec: {
        replicas: memcached.spec.size,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'memcached', image: 'memcached:1.6' }] },
        },
      },
    });

    const ready = (deployment.status?.readyReplicas ?? 0) === memcached.spec.size;
    const conditions = setCondition(memcached.status?.conditions, {
      type: 'Available',
      status: ready ? 'True' : 'False',
      reason: ready ? 'AllReady' : 'Starting',
      message: '',
    });
    await this.#client.patchStatus(Memcached, memcached, { conditions });
    return done;
  }
}
