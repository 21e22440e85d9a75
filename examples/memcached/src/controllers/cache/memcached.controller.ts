// SPDX-License-Identifier: Apache-2.0

import {
  type Apply,
  type Client,
  controllerReference,
  type DeepReadonly,
  done,
  type EventRecorder,
  isBeingDeleted,
  isConditionTrue,
  type KubernetesObject,
  type Manager,
  metadataOf,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
  withFinalizer,
} from '@opgen/runtime';
import { healthOf } from '@opgen/runtime/health';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { Memcached, type MemcachedStatus } from '../../api/cache/v1alpha1/memcached.ts';

/** The image to run unless MEMCACHED_IMAGE is set. */
const defaultImage = 'memcached:1.6.39-alpine';

/** Delays the deletion of a Memcached until the controller has emitted an event about it. */
export const finalizer = 'cache.example.com/memcached';

/** The operator reads only the names and labels of Pods, so it watches their metadata. */
const PodMetadata = metadataOf(Pod);

// +rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch;patch
// +rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;patch
// +rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +rbac:groups="",resources=pods,verbs=get;list;watch
// +rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Runs one Deployment for every Memcached. */
export class MemcachedReconciler implements Reconciler {
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
    const memcached = await this.#client.find(Memcached, request);
    if (memcached === undefined) return done; // Deleted: its Deployment is garbage collected.

    await withFinalizer(this.#client, Memcached, memcached, finalizer, {
      apply: (current) => this.#apply(current),
      // Runs before the object disappears: the place to delete what the garbage collector does not know.
      cleanUp: async (leaving) => {
        this.#events.normal(leaving, 'Deleting', `${leaving.status?.replicas ?? 0} replicas will be deleted`);
      },
    });
    log.info('reconciled', { isBeingDeleted: isBeingDeleted(memcached) });
    return done; // A change of the Deployment or its Pods triggers the next reconcile.
  }

  async #apply(memcached: DeepReadonly<Memcached>): Promise<void> {
    const { namespace = '' } = memcached.metadata;
    // Reverts drift: changes that others made to these fields.
    const deployment = await this.#client.apply(Deployment, desiredDeployment(memcached, this.#image));
    const pods = await this.#client.list(PodMetadata, { namespace, labelSelector: labelsOf(memcached) });
    const status = observedStatus(memcached, deployment, pods.items, imageOf(memcached, this.#image));
    await this.#client.patchStatus(Memcached, memcached, status);

    const isReady = isConditionTrue(status.conditions, 'Ready');
    if (isReady && !isConditionTrue(memcached.status?.conditions, 'Ready'))
      this.#events.normal(memcached, 'Ready', `${status.readyReplicas} replicas are ready`);
  }
}

/** The labels by which a Memcached selects its Pods. A selector is immutable, so there are no others. */
function labelsOf({ metadata }: DeepReadonly<Memcached>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'memcached', 'app.kubernetes.io/instance': metadata.name };
}

/** The image of the requested version. */
export function imageOf({ spec: { version } }: DeepReadonly<Memcached>, image: string): string {
  return version === undefined ? image : image.replace(/(:[^:/]*)?$/, `:${version}-alpine`);
}

/** The desired Deployment of a Memcached. */
export function desiredDeployment(memcached: DeepReadonly<Memcached>, image: string): Apply<Deployment> {
  const { name, namespace } = memcached.metadata;
  const { containerPort, size } = memcached.spec;
  const labels = labelsOf(memcached);

  return {
    metadata: {
      name: `${name}-memcached`,
      namespace,
      labels: { ...labels, 'app.kubernetes.io/managed-by': 'memcached-operator' },
      ownerReferences: [controllerReference(memcached)],
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
              name: 'memcached',
              image: imageOf(memcached, image),
              command: ['memcached', '--memory-limit=64', '-o', 'modern', '-v'],
              ports: [{ name: 'main', containerPort }],
              securityContext: {
                runAsUser: 1001,
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

/** The status of a Memcached, computed from its Deployment and its Pods. */
export function observedStatus(
  memcached: DeepReadonly<Memcached>,
  deployment: DeepReadonly<Deployment>,
  pods: readonly DeepReadonly<KubernetesObject>[],
  targetImage: string,
): MemcachedStatus {
  const { generation } = memcached.metadata;
  const { size } = memcached.spec;
  const { readyReplicas = 0, replicas = 0 } = deployment.status ?? {};
  const { currentImage } = memcached.status ?? {};
  // Progressing until the rollout of the latest generation is complete; Pods of an earlier one do not count.
  const health = healthOf(deployment);
  const isReady = health.state === 'healthy';
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    replicas,
    readyReplicas,
    selector: Object.entries(labelsOf(memcached))
      .map(([label, value]) => `${label}=${value}`)
      .join(','),
    pods: pods
      .filter((pod) => !isBeingDeleted(pod))
      .map(({ metadata }) => metadata.name)
      .toSorted(),
    ...(isReady ? { currentImage: targetImage } : currentImage !== undefined && { currentImage }),
    targetImage,
    conditions: setCondition(memcached.status?.conditions, {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: reasons[health.state],
      message: isReady ? `${readyReplicas} of ${size} replicas are ready` : health.reason,
      ...observed,
    }),
  };
}

/** Registers the controller, which reconciles a Memcached whenever it, its Deployment or one of its Pods changes. */
export function setupMemcachedController(manager: Manager): void {
  const image = process.env['MEMCACHED_IMAGE'] ?? defaultImage;
  const events = manager.eventRecorder('memcached');
  manager
    .controller('memcached')
    .for(Memcached)
    .owns(Deployment)
    .watches(PodMetadata, ({ metadata: { labels, namespace = '' } }) => {
      const name = labels?.['app.kubernetes.io/instance'];
      const isMine = labels?.['app.kubernetes.io/name'] === 'memcached' && name !== undefined;
      return isMine ? [{ name, namespace }] : [];
    })
    .reconcileWith(new MemcachedReconciler(manager.client, events, image));
}
