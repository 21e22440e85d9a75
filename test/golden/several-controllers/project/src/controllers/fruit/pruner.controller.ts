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

/** Acts on each Tree. */
export class PrunerReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after any change, and again after a failure: it looks only at the current state and may run any
   * number of times. Throwing retries with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const tree = await this.#client.find(Tree, request);
    if (tree === undefined) return done; // It is gone.

    // Here: what is to be done for a Tree.

    log.info('reconciled', { resourceVersion: tree.metadata.resourceVersion });
    return done;
  }
}

/** Reconciles a Tree whenever it changes. */
export function setupPrunerController(manager: Manager): void {
  manager.controller('pruner').for(Tree).reconcileWith(new PrunerReconciler(manager.client));
}
