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

/** Reconciles Namespace objects. */
export class NamespaceReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const namespaceObject = await this.#client.find(Namespace, request);
    if (namespaceObject === undefined) return done; // Deleted.

    // TODO: act on a Namespace.

    log.info('reconciled', { resourceVersion: namespaceObject.metadata.resourceVersion });
    return done;
  }
}

/** Registers the controller, which reconciles a Namespace whenever it changes. */
export function setupNamespaceController(manager: Manager): void {
  manager.controller('namespace').for(Namespace).reconcileWith(new NamespaceReconciler(manager.client));
}
