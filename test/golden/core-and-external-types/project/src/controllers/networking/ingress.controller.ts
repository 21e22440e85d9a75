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
import { Ingress } from '@opgen/runtime/kinds/networking/v1';

// +rbac:groups=networking.k8s.io,resources=ingresses,verbs=get;list;watch

/** Acts on each Ingress. */
export class IngressReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after any change, and again after a failure: it looks only at the current state and may run any
   * number of times. Throwing retries with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const ingress = await this.#client.find(Ingress, request);
    if (ingress === undefined) return done; // It is gone.

    // Here: what is to be done for an Ingress.

    log.info('reconciled', { resourceVersion: ingress.metadata.resourceVersion });
    return done;
  }
}

/** Reconciles an Ingress whenever it changes. */
export function setupIngressController(manager: Manager): void {
  manager.controller('ingress').for(Ingress).reconcileWith(new IngressReconciler(manager.client));
}
