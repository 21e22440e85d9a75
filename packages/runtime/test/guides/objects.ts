import {
  childName,
  type Client,
  type Condition,
  controllerReference,
  type CustomResource,
  defineKind,
  done,
  ensureFinalizer,
  findCondition,
  isBeingDeleted,
  type Reconciler,
  releaseFinalizer,
  type Request,
  requeueAfter,
  type Result,
  setCondition,
  withFinalizer,
} from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';

interface BucketStatus {
  observedGeneration?: number;
  conditions?: Condition[];
}

export interface Bucket extends CustomResource<{ region: string }, BucketStatus> {
  apiVersion: 'storage.example.com/v1';
  kind: 'Bucket';
}

export const Bucket = defineKind<Bucket>({
  apiVersion: 'storage.example.com/v1',
  kind: 'Bucket',
  plural: 'buckets',
  scope: 'Namespaced',
});

/** The provider's API. */
export interface Provider {
  ensure(name: string, region: string): Promise<{ ready: boolean }>;
  /** Answers whether it is gone. */
  remove(name: string): Promise<boolean>;
}

const finalizer = 'storage.example.com/bucket';

export class BucketReconciler implements Reconciler {
  readonly #client: Client;
  readonly #provider: Provider;

  constructor(client: Client, provider: Provider) {
    this.#client = client;
    this.#provider = provider;
  }

  async reconcile(request: Request): Promise<Result> {
    const bucket = await this.#client.find(Bucket, request);
    if (bucket === undefined) return done;
    const answer = await withFinalizer(this.#client, Bucket, bucket, finalizer, {
      apply: (current) => this.#apply(current),
      cleanUp: async ({ metadata }) =>
        (await this.#provider.remove(metadata.uid)) ? undefined : requeueAfter('10s'),
    });
    return answer ?? done;
  }

  async #apply(bucket: Bucket): Promise<Result> {
    const { name, namespace, uid, generation = 0 } = bucket.metadata;
    const { ready } = await this.#provider.ensure(uid, bucket.spec.region);
    await this.#client.apply(ConfigMap, {
      metadata: {
        name: childName(name, 'access'),
        namespace,
        ownerReferences: [controllerReference(bucket)],
      },
      data: { bucket: uid },
    });

    const conditions = setCondition(bucket.status?.conditions, {
      type: 'Ready',
      status: ready ? 'True' : 'False',
      reason: ready ? 'Created' : 'Creating',
      message: `in ${bucket.spec.region}`,
      observedGeneration: generation,
    });
    await this.#client.patchStatus(Bucket, bucket, { observedGeneration: generation, conditions });
    return ready ? done : requeueAfter('10s');
  }
}

export async function byHand(client: Client, provider: Provider, bucket: Bucket): Promise<void> {
  if (isBeingDeleted(bucket)) {
    await provider.remove(bucket.metadata.uid);
    await releaseFinalizer(client, Bucket, bucket, finalizer);
    return;
  }
  await ensureFinalizer(client, Bucket, bucket, finalizer);
}

export function reasonOf(bucket: Bucket): string | undefined {
  return findCondition(bucket.status?.conditions, 'Ready')?.reason;
}
