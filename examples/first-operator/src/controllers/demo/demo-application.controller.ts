// SPDX-License-Identifier: Apache-2.0

import {
  type Apply,
  type Client,
  controllerReference,
  done,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
} from '@opgen/runtime';
import { healthOf } from '@opgen/runtime/health';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Service } from '@opgen/runtime/kinds/core/v1';
import { DemoApplication, type DemoApplicationStatus } from '../../api/demo/v1alpha1/demo-application.ts';

// +rbac:groups=demo.paas.example.com,resources=demoapplications,verbs=get;list;watch
// +rbac:groups=demo.paas.example.com,resources=demoapplications/status,verbs=get;patch
// +rbac:groups=demo.paas.example.com,resources=demoapplications/finalizers,verbs=update
// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +rbac:groups="",resources=services,verbs=get;list;watch;create;patch

/** Runs one Deployment and one NodePort Service for every DemoApplication. */
export class DemoApplicationReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const application = await this.#client.find(DemoApplication, request);
    if (application === undefined) return done; // Deleted: what it owned is garbage collected.

    const deployment = await this.#client.apply(Deployment, desiredDeployment(application));
    await this.#client.apply(Service, desiredService(application));
    await this.#client.patchStatus(DemoApplication, application, observedStatus(application, deployment));

    log.info('application matches its spec', { replicas: application.spec.replica });
    return done;
  }
}

/** The desired Deployment of a DemoApplication. */
export function desiredDeployment(application: DemoApplication): Apply<Deployment> {
  const { image, ports, replica } = application.spec;
  const labels = labelsOf(application);

  return {
    metadata: metadataOf(application),
    spec: {
      replicas: replica,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: 'application',
              image,
              ports: ports.map(({ port, protocol = 'TCP', targetPort }) => ({
                containerPort: typeof targetPort === 'number' ? targetPort : port,
                protocol,
              })),
            },
          ],
        },
      },
    },
  };
}

/** The desired Service of a DemoApplication. */
export function desiredService(application: DemoApplication): Apply<Service> {
  return {
    metadata: metadataOf(application),
    spec: { type: 'NodePort', selector: labelsOf(application), ports: application.spec.ports },
  };
}

/** The status of a DemoApplication, computed from its Deployment. */
export function observedStatus(application: DemoApplication, deployment: Deployment): DemoApplicationStatus {
  const observedGeneration = application.metadata.generation ?? 0;
  const readyReplicas = deployment.status?.readyReplicas ?? 0;
  const wanted = application.spec.replica;
  // Pods of an earlier generation do not count.
  const health = healthOf(deployment);
  const isReady = health.state === 'healthy';

  return {
    observedGeneration,
    readyReplicas,
    conditions: setCondition(application.status?.conditions, {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: isReady ? 'AllReplicasReady' : 'ReplicasNotReady',
      message: isReady ? `${readyReplicas} of ${wanted} replicas are ready` : health.reason,
      observedGeneration,
    }),
  };
}

function labelsOf({ metadata }: DemoApplication): Record<string, string> {
  return { 'app.kubernetes.io/name': 'demoapplication', 'app.kubernetes.io/instance': metadata.name };
}

function metadataOf(application: DemoApplication): Apply<DemoApplication>['metadata'] & object {
  const { name, namespace } = application.metadata;
  return {
    name,
    namespace,
    labels: labelsOf(application),
    ownerReferences: [controllerReference(application)],
  };
}

/** Reconciles a DemoApplication whenever it, or something it owns, changes. */
export function setupDemoApplicationController(manager: Manager): void {
  manager
    .controller('demo-application')
    .for(DemoApplication)
    .owns(Deployment)
    .owns(Service)
    .reconcileWith(new DemoApplicationReconciler(manager.client));
}
