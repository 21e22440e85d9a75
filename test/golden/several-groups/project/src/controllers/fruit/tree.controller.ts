// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import {
  type Client,
  done,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
} from '@opgen/runtime';
import { Tree, type TreeStatus } from '../../api/fruit/v1/tree.ts';

// +rbac:groups=fruit.orchard.example.com,resources=trees,verbs=get;list;watch
// +rbac:groups=fruit.orchard.example.com,resources=trees/status,verbs=get;patch
// +rbac:groups=fruit.orchard.example.com,resources=trees/finalizers,verbs=update

/** Reconciles Tree objects: moves the cluster toward their desired state. */
export class TreeReconciler implements Reconciler {
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
    if (tree === undefined) return done; // Deleted: what it owned is garbage collected.

    // TODO: apply the objects that tree.spec describes.

    await this.#client.patchStatus(Tree, tree, observedStatus(tree));
    log.info('reconciled', { generation: tree.metadata.generation });
    return done;
  }
}

/** The status of a Tree. */
export function observedStatus(tree: Tree): TreeStatus {
  const { generation } = tree.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    conditions: setCondition(tree.status?.conditions, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The cluster matches the spec',
      ...observed,
    }),
  };
}

/** Registers the controller, which reconciles a Tree whenever it changes. */
export function setupTreeController(manager: Manager): void {
  manager.controller('tree').for(Tree).reconcileWith(new TreeReconciler(manager.client));
}
