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
import { Tree } from '../../api/fruit/v1/tree.ts';

// +rbac:groups=fruit.example.com,resources=trees,verbs=get;list;watch

/** Reconciles Tree objects. */
export class PrunerReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const tree = await this.#client.find(Tree, request);
    if (tree === undefined) return done; // Deleted.

    // TODO: act on a Tree.

    log.info('reconciled', { resourceVersion: tree.metadata.resourceVersion });
    return done;
  }
}

/** Registers the controller, which reconciles a Tree whenever it changes. */
export function setupPrunerController(manager: Manager): void {
  manager.controller('pruner').for(Tree).reconcileWith(new PrunerReconciler(manager.client));
}
