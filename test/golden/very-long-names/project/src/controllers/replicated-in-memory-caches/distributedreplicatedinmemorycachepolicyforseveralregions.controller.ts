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
 * Reconciles DistributedReplicatedInMemoryCachePolicyForSeveralRegions objects: moves the cluster toward
 * their desired state.
 */
export class DistributedReplicatedInMemoryCachePolicyForSeveralRegionsReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const distributedReplicatedInMemoryCachePolicyForSeveralRegions = await this.#client.find(
      DistributedReplicatedInMemoryCachePolicyForSeveralRegions,
      request,
    );
    if (distributedReplicatedInMemoryCachePolicyForSeveralRegions === undefined) return done; // Deleted: what it owned is garbage collected.

    // TODO: apply the objects that distributedReplicatedInMemoryCachePolicyForSeveralRegions.spec describes.

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

/** The status of a DistributedReplicatedInMemoryCachePolicyForSeveralRegions. */
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
      message: 'The cluster matches the spec',
      ...observed,
    }),
  };
}

/**
 * Registers the controller, which reconciles a DistributedReplicatedInMemoryCachePolicyForSeveralRegions
 * whenever it changes.
 */
export function setupDistributedReplicatedInMemoryCachePolicyForSeveralRegionsController(
  manager: Manager,
): void {
  manager
    .controller('distributedreplicatedinmemorycachepolicyforseveralregions')
    .for(DistributedReplicatedInMemoryCachePolicyForSeveralRegions)
    .reconcileWith(new DistributedReplicatedInMemoryCachePolicyForSeveralRegionsReconciler(manager.client));
}
