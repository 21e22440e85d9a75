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

/** Reconciles Ingress objects. */
export class IngressReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const ingress = await this.#client.find(Ingress, request);
    if (ingress === undefined) return done; // Deleted.

    // TODO: act on an Ingress.

    log.info('reconciled', { resourceVersion: ingress.metadata.resourceVersion });
    return done;
  }
}

/** Registers the controller, which reconciles an Ingress whenever it changes. */
export function setupIngressController(manager: Manager): void {
  manager.controller('ingress').for(Ingress).reconcileWith(new IngressReconciler(manager.client));
}
