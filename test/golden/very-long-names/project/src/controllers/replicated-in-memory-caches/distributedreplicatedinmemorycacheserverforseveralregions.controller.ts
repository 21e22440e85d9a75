import {
  type Apply,
  type Client,
  controllerReference,
  done,
  type EventRecorder,
  isConditionTrue,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
} from '@opgen/runtime';
import { healthOf } from '@opgen/runtime/health';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import {
  DistributedReplicatedInMemoryCacheServerForSeveralRegions,
  type DistributedReplicatedInMemoryCacheServerForSeveralRegionsStatus,
} from '../../api/replicated-in-memory-caches/v1alpha1/distributed-replicated-in-memory-cache-server-for-several-regions.ts';

/** The image to run unless DISTRIBUTEDREPLICATEDINMEMORYCACHESERVERFORSEVERALREGIONS_IMAGE is set. */
const defaultImage =
  'registry.of-a-large-organisation.example.com:5000/distributed/replicated-in-memory-cache-server:1.2.3';

// +rbac:groups=replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com,resources=distributedreplicatedinmemorycacheserverforseveralregions,verbs=get;list;watch
// +rbac:groups=replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com,resources=distributedreplicatedinmemorycacheserverforseveralregions/status,verbs=get;patch
// +rbac:groups=replicated-in-memory-caches.a-rather-long-department-name.of-a-large-organisation.example.com,resources=distributedreplicatedinmemorycacheserverforseveralregions/finalizers,verbs=update
// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Runs one Deployment for every DistributedReplicatedInMemoryCacheServerForSeveralRegions. */
export class DistributedReplicatedInMemoryCacheServerForSeveralRegionsReconciler implements Reconciler {
  readonly #client: Client;
  readonly #events: EventRecorder;
  readonly #image: string;

  constructor(client: Client, events: EventRecorder, image: string) {
    this.#client = client;
    this.#events = events;
    this.#image = image;
  }

  /**
   * Called after every change of the object or of its Deployment, and again after a failure. It must depend only on
   * the current state, and may run any number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const distributedReplicatedInMemoryCacheServerForSeveralRegions = await this.#client.find(
      DistributedReplicatedInMemoryCacheServerForSeveralRegions,
      request,
    );
    if (distributedReplicatedInMemoryCacheServerForSeveralRegions === undefined) return done; // Deleted: its Deployment is garbage collected.

    // Reverts drift: changes that others made to these fields.
    const deployment = await this.#client.apply(
      Deployment,
      desiredDeployment(distributedReplicatedInMemoryCacheServerForSeveralRegions, this.#image),
    );
    const status = observedStatus(distributedReplicatedInMemoryCacheServerForSeveralRegions, deployment);
    await this.#client.patchStatus(
      DistributedReplicatedInMemoryCacheServerForSeveralRegions,
      distributedReplicatedInMemoryCacheServerForSeveralRegions,
      status,
    );

    const isReady = isConditionTrue(status.conditions, 'Ready');
    if (
      isReady &&
      !isConditionTrue(distributedReplicatedInMemoryCacheServerForSeveralRegions.status?.conditions, 'Ready')
    ) {
      this.#events.normal(
        distributedReplicatedInMemoryCacheServerForSeveralRegions,
        'Ready',
        `${status.readyReplicas} replicas are ready`,
      );
    }
    log.info('reconciled', { isReady, readyReplicas: status.readyReplicas });
    return done; // A change of the Deployment triggers the next reconcile.
  }
}

/** The desired Deployment of a DistributedReplicatedInMemoryCacheServerForSeveralRegions. */
export function desiredDeployment(
  distributedReplicatedInMemoryCacheServerForSeveralRegions: DistributedReplicatedInMemoryCacheServerForSeveralRegions,
  image: string,
): Apply<Deployment> {
  const { name, namespace } = distributedReplicatedInMemoryCacheServerForSeveralRegions.metadata;
  const { containerPort, size } = distributedReplicatedInMemoryCacheServerForSeveralRegions.spec;
  // A selector is immutable, so it has only the labels that identify the Pods.
  const labels = {
    'app.kubernetes.io/name': 'distributedreplicatedinmemorycacheserverforseveralregions',
    'app.kubernetes.io/instance': name,
  };

  return {
    metadata: {
      name: `${name}-distributedreplicatedinmemorycacheserverforseveralregions`,
      namespace,
      labels: { ...labels, 'app.kubernetes.io/managed-by': 'distributed-replicated-cache-operator' },
      ownerReferences: [controllerReference(distributedReplicatedInMemoryCacheServerForSeveralRegions)],
    },
    spec: {
      replicas: size,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'distributedreplicatedinmemorycacheserverforseveralregions',
              image,
              command: [
                'memcached',
                '--memory-limit=64',
                '--some-long-option=with-a-long-value',
                '--another-long-option=with-one',
              ],
              ports: [{ name: 'main', containerPort }],
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    },
  };
}

/** The reason of the condition Ready, for each health of the Deployment. */
const reasons = {
  healthy: 'AllReplicasReady',
  progressing: 'ReplicasNotReady',
  failed: 'DeploymentFailed',
};

/**
 * The status of a DistributedReplicatedInMemoryCacheServerForSeveralRegions, computed from its Deployment.
 */
export function observedStatus(
  distributedReplicatedInMemoryCacheServerForSeveralRegions: DistributedReplicatedInMemoryCacheServerForSeveralRegions,
  deployment: Deployment,
): DistributedReplicatedInMemoryCacheServerForSeveralRegionsStatus {
  const { generation } = distributedReplicatedInMemoryCacheServerForSeveralRegions.metadata;
  const { size } = distributedReplicatedInMemoryCacheServerForSeveralRegions.spec;
  const readyReplicas = deployment.status?.readyReplicas ?? 0;
  // Progressing until the rollout of the latest generation is complete; Pods of an earlier one do not count.
  const health = healthOf(deployment);
  const isReady = health.state === 'healthy';
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    readyReplicas,
    conditions: setCondition(distributedReplicatedInMemoryCacheServerForSeveralRegions.status?.conditions, {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: reasons[health.state],
      message: isReady ? `${readyReplicas} of ${size} replicas are ready` : health.reason,
      ...observed,
    }),
  };
}

/**
 * Registers the controller, which reconciles a DistributedReplicatedInMemoryCacheServerForSeveralRegions
 * whenever it or its Deployment changes.
 */
export function setupDistributedReplicatedInMemoryCacheServerForSeveralRegionsController(
  manager: Manager,
): void {
  const image =
    process.env['DISTRIBUTEDREPLICATEDINMEMORYCACHESERVERFORSEVERALREGIONS_IMAGE'] ?? defaultImage;
  const events = manager.eventRecorder('distributedreplicatedinmemorycacheserverforseveralregions');
  manager
    .controller('distributedreplicatedinmemorycacheserverforseveralregions')
    .for(DistributedReplicatedInMemoryCacheServerForSeveralRegions)
    .owns(Deployment)
    .reconcileWith(
      new DistributedReplicatedInMemoryCacheServerForSeveralRegionsReconciler(manager.client, events, image),
    );
}
