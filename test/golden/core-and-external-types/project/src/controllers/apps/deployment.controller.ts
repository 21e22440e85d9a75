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

/** Acts on each Deployment. */
export class DeploymentReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after any change, and again after a failure: it looks only at the current state and may run any
   * number of times. Throwing retries with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const deploymentObject = await this.#client.find(Deployment, request);
    if (deploymentObject === undefined) return done; // It is gone.

    // Here: what is to be done for a Deployment.

    log.info('reconciled', { resourceVersion: deploymentObject.metadata.resourceVersion });
    return done;
  }
}

/** Reconciles a Deployment whenever it changes. */
export function setupDeploymentController(manager: Manager): void {
  manager.controller('deployment').for(Deployment).reconcileWith(new DeploymentReconciler(manager.client));
}
