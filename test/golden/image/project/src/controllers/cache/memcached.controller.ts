// SPDX-License-Identifier: Apache-2.0

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
import { Memcached, type MemcachedStatus } from '../../api/cache/v1alpha1/memcached.ts';

/** The image to run unless MEMCACHED_IMAGE is set. */
const defaultImage = 'memcached:1.6.39-alpine';

// +rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch
// +rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;patch
// +rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
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

    // Reverts drift: changes that others made to these fields.
    const deployment = await this.#client.apply(Deployment, desiredDeployment(memcached, this.#image));
    const status = observedStatus(memcached, deployment);
    await this.#client.patchStatus(Memcached, memcached, status);

    const isReady = isConditionTrue(status.conditions, 'Ready');
    if (isReady && !isConditionTrue(memcached.status?.conditions, 'Ready')) {
      this.#events.normal(memcached, 'Ready', `${status.readyReplicas} replicas are ready`);
    }
    log.info('reconciled', { isReady, readyReplicas: status.readyReplicas });
    return done; // A change of the Deployment triggers the next reconcile.
  }
}

/** The desired Deployment of a Memcached. */
export function desiredDeployment(memcached: Memcached, image: string): Apply<Deployment> {
  const { name, namespace } = memcached.metadata;
  const { containerPort, size } = memcached.spec;
  // A selector is immutable, so it has only the labels that identify the Pods.
  const labels = { 'app.kubernetes.io/name': 'memcached', 'app.kubernetes.io/instance': name };

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
              image,
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

/** The status of a Memcached, computed from its Deployment. */
export function observedStatus(memcached: Memcached, deployment: Deployment): MemcachedStatus {
  const { generation } = memcached.metadata;
  const { size } = memcached.spec;
  const readyReplicas = deployment.status?.readyReplicas ?? 0;
  // Progressing until the rollout of the latest generation is complete; Pods of an earlier one do not count.
  const health = healthOf(deployment);
  const isReady = health.state === 'healthy';
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    readyReplicas,
    conditions: setCondition(memcached.status?.conditions, {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: reasons[health.state],
      message: isReady ? `${readyReplicas} of ${size} replicas are ready` : health.reason,
      ...observed,
    }),
  };
}

/** Registers the controller, which reconciles a Memcached whenever it or its Deployment changes. */
export function setupMemcachedController(manager: Manager): void {
  const image = process.env['MEMCACHED_IMAGE'] ?? defaultImage;
  const events = manager.eventRecorder('memcached');
  manager
    .controller('memcached')
    .for(Memcached)
    .owns(Deployment)
    .reconcileWith(new MemcachedReconciler(manager.client, events, image));
}
