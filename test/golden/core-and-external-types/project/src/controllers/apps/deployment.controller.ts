// SPDX-License-Identifier: Apache-2.0

import {
  type Client,
  done,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
} from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';

// +rbac:groups=apps,resources=deployments,verbs=get;list;watch

/** Reconciles Deployment objects. */
export class DeploymentReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const deploymentObject = await this.#client.find(Deployment, request);
    if (deploymentObject === undefined) return done; // Deleted.

    // TODO: act on a Deployment.

    log.info('reconciled', { resourceVersion: deploymentObject.metadata.resourceVersion });
    return done;
  }
}

/** Registers the controller, which reconciles a Deployment whenever it changes. */
export function setupDeploymentController(manager: Manager): void {
  manager.controller('deployment').for(Deployment).reconcileWith(new DeploymentReconciler(manager.client));
}
