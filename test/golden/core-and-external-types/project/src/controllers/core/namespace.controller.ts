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
import { Namespace } from '@opgen/runtime/kinds/core/v1';

// +rbac:groups="",resources=namespaces,verbs=get;list;watch

/** Acts on each Namespace. */
export class NamespaceReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after any change, and again after a failure: it looks only at the current state and may run any
   * number of times. Throwing retries with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const namespaceObject = await this.#client.find(Namespace, request);
    if (namespaceObject === undefined) return done; // It is gone.

    // Here: what is to be done for a Namespace.

    log.info('reconciled', { resourceVersion: namespaceObject.metadata.resourceVersion });
    return done;
  }
}

/** Reconciles a Namespace whenever it changes. */
export function setupNamespaceController(manager: Manager): void {
  manager.controller('namespace').for(Namespace).reconcileWith(new NamespaceReconciler(manager.client));
}
