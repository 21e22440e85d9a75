// SPDX-License-Identifier: Apache-2.0

import {
  type Apply,
  type Client,
  controllerReference,
  done,
  type EventRecorder,
  findCondition,
  isConditionTrue,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
} from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Busybox, type BusyboxStatus } from '../../api/cache/v1/busybox.ts';

/** What runs unless BUSYBOX_IMAGE says otherwise. */
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
   * Called after any change to it or to its Deployment, and again after a failure: it looks only at the current
   * state and may run any number of times. Throwing retries with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const busybox = await this.#client.find(Busybox, request);
    if (busybox === undefined) return done; // Deleted: its Deployment is garbage collected.

    // What others changed of these fields is changed back.
    const deployment = await this.#client.apply(Deployment, desiredDeployment(busybox, this.#image));
    const status = observedStatus(busybox, deployment);
    await this.#client.patchStatus(Busybox, busybox, status);

    const isReady = isConditionTrue(status.conditions, 'Ready');
    if (isReady && !isConditionTrue(busybox.status?.conditions, 'Ready')) {
      this.#events.normal(busybox, 'Ready', `${status.readyReplicas} replicas are ready`);
    }
    log.info('reconciled', { isReady, readyReplicas: status.readyReplicas });
    return done; // A change of the Deployment wakes us again.
  }
}

/** The Deployment that a Busybox asks for. */
export function desiredDeployment(busybox: Busybox, image: string): Apply<Deployment> {
  const { name, namespace } = busybox.metadata;
  const { size } = busybox.spec;
  // They can never be changed, so they say whose Pods these are and nothing else.
  const labels = { 'app.kubernetes.io/name': 'busybox', 'app.kubernetes.io/instance': name };

  return {
    metadata: {
      name: `${name}-busybox`,
      ...(namespace !== undefined && { namespace }),
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

/** What the status of a Busybox should say, given the Deployment that serves it. */
export function observedStatus(busybox: Busybox, deployment: Deployment): BusyboxStatus {
  const { generation } = busybox.metadata;
  const { size } = busybox.spec;
  const readyReplicas = deployment.status?.readyReplicas ?? 0;
  const progress = findCondition(deployment.status?.conditions, 'Progressing');
  const isStuck = progress?.status === 'False';
  const isReady = readyReplicas >= size && !isStuck;
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    readyReplicas,
    conditions: setCondition(busybox.status?.conditions, {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: isReady ? 'AllReplicasReady' : isStuck ? 'DeploymentFailed' : 'ReplicasNotReady',
      message: isStuck ? (progress.message ?? '') : `${readyReplicas} of ${size} replicas are ready`,
      ...observed,
    }),
  };
}

/** Reconciles a Busybox whenever it or its Deployment changes. */
export function setupBusyboxController(manager: Manager): void {
  const image = process.env['BUSYBOX_IMAGE'] ?? defaultImage;
  const events = manager.eventRecorder('busybox');
  manager
    .controller('busybox')
    .for(Busybox)
    .owns(Deployment)
    .reconcileWith(new BusyboxReconciler(manager.client, events, image));
}
