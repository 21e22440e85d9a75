import {
  type Client,
  done,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
} from '@opgen/runtime';
import {
  DistributedReplicatedInMemoryCachePolicyForSeveralRegions,
  type DistributedReplicatedInMemoryCachePolicyForSeveralRegionsStatus,
} from '../../api/replicated-in-memory-caches/v1alpha1/distributed-replicated-in-memory-cache-policy-for-several-regions.ts';

// +rbac:groups=replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com,resources=distributedreplicatedinmemorycachepolicyforseveralregions,verbs=get;list;watch
// +rbac:groups=replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com,resources=distributedreplicatedinmemorycachepolicyforseveralregions/status,verbs=get;patch
// +rbac:groups=replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com,resources=distributedreplicatedinmemorycachepolicyforseveralregions/finalizers,verbs=update

/**
 * Brings the cluster closer to what each DistributedReplicatedInMemoryCachePolicyForSeveralRegions asks for.
 */
export class DistributedReplicatedInMemoryCachePolicyForSeveralRegionsReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after any change, and again after a failure: it looks only at the current state and may run any
   * number of times. Throwing retries with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const distributedReplicatedInMemoryCachePolicyForSeveralRegions = await this.#client.find(
      DistributedReplicatedInMemoryCachePolicyForSeveralRegions,
      request,
    );
    if (distributedReplicatedInMemoryCachePolicyForSeveralRegions === undefined) return done; // Deleted: what it owned is garbage collected.

    // Here: apply the objects that distributedReplicatedInMemoryCachePolicyForSeveralRegions.spec asks for.

    await this.#client.patchStatus(
      DistributedReplicatedInMemoryCachePolicyForSeveralRegions,
      distributedReplicatedInMemoryCachePolicyForSeveralRegions,
      observedStatus(distributedReplicatedInMemoryCachePolicyForSeveralRegions),
    );
    log.info('reconciled', {
      generation: distributedReplicatedInMemoryCachePolicyForSeveralRegions.metadata.generation,
    });
    return done;
  }
}

/** What the status of a DistributedReplicatedInMemoryCachePolicyForSeveralRegions should say. */
export function observedStatus(
  distributedReplicatedInMemoryCachePolicyForSeveralRegions: DistributedReplicatedInMemoryCachePolicyForSeveralRegions,
): DistributedReplicatedInMemoryCachePolicyForSeveralRegionsStatus {
  const { generation } = distributedReplicatedInMemoryCachePolicyForSeveralRegions.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    conditions: setCondition(distributedReplicatedInMemoryCachePolicyForSeveralRegions.status?.conditions, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The cluster is as the spec asks for',
      ...observed,
    }),
  };
}

/** Reconciles a DistributedReplicatedInMemoryCachePolicyForSeveralRegions whenever it changes. */
export function setupDistributedReplicatedInMemoryCachePolicyForSeveralRegionsController(
  manager: Manager,
): void {
  manager
    .controller('distributedreplicatedinmemorycachepolicyforseveralregions')
    .for(DistributedReplicatedInMemoryCachePolicyForSeveralRegions)
    .reconcileWith(new DistributedReplicatedInMemoryCachePolicyForSeveralRegionsReconciler(manager.client));
}
