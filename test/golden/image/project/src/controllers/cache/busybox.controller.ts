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
import { Busybox, type BusyboxStatus } from '../../api/cache/v1/busybox.ts';

/** The image to run unless BUSYBOX_IMAGE is set. */
const defaultImage = 'localhost:5000/busybox';

// +rbac:groups=cache.example.com,resources=busyboxes,verbs=get;list;watch
// +rbac:groups=cache.example.com,resources=busyboxes/status,verbs=get;patch
// +rbac:groups=cache.example.com,resources=busyboxes/finalizers,verbs=update
// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Runs one Deployment for every Busybox. */
export class BusyboxReconciler implements Reconciler {
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
    const busybox = await this.#client.find(Busybox, request);
    if (busybox === undefined) return done; // Deleted: its Deployment is garbage collected.

    // Reverts drift: changes that others made to these fields.
    const deployment = await this.#client.apply(Deployment, desiredDeployment(busybox, this.#image));
    const status = observedStatus(busybox, deployment);
    await this.#client.patchStatus(Busybox, busybox, status);

    const isReady = isConditionTrue(status.conditions, 'Ready');
    if (isReady && !isConditionTrue(busybox.status?.conditions, 'Ready')) {
      this.#events.normal(busybox, 'Ready', `${status.readyReplicas} replicas are ready`);
    }
    log.info('reconciled', { isReady, readyReplicas: status.readyReplicas });
    return done; // A change of the Deployment triggers the next reconcile.
  }
}

/** The desired Deployment of a Busybox. */
export function desiredDeployment(busybox: Busybox, image: string): Apply<Deployment> {
  const { name, namespace } = busybox.metadata;
  const { size } = busybox.spec;
  // A selector is immutable, so it has only the labels that identify the Pods.
  const labels = { 'app.kubernetes.io/name': 'busybox', 'app.kubernetes.io/instance': name };

  return {
    metadata: {
      name: `${name}-busybox`,
      namespace,
      labels: { ...labels, 'app.kubernetes.io/managed-by': 'memcached-operator' },
      ownerReferences: [controllerReference(busybox)],
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
              name: 'busybox',
              image,
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

/** The status of a Busybox, computed from its Deployment. */
export function observedStatus(busybox: Busybox, deployment: Deployment): BusyboxStatus {
  const { generation } = busybox.metadata;
  const { size } = busybox.spec;
  const readyReplicas = deployment.status?.readyReplicas ?? 0;
  // Progressing until the rollout of the latest generation is complete; Pods of an earlier one do not count.
  const health = healthOf(deployment);
  const isReady = health.state === 'healthy';
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    readyReplicas,
    conditions: setCondition(busybox.status?.conditions, {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: reasons[health.state],
      message: isReady ? `${readyReplicas} of ${size} replicas are ready` : health.reason,
      ...observed,
    }),
  };
}

/** Registers the controller, which reconciles a Busybox whenever it or its Deployment changes. */
export function setupBusyboxController(manager: Manager): void {
  const image = process.env['BUSYBOX_IMAGE'] ?? defaultImage;
  const events = manager.eventRecorder('busybox');
  manager
    .controller('busybox')
    .for(Busybox)
    .owns(Deployment)
    .reconcileWith(new BusyboxReconciler(manager.client, events, image));
}
