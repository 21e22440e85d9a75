// SPDX-License-Identifier: Apache-2.0

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
import { Pool, type PoolStatus } from '../../api/cache/v1alpha1/pool.ts';

// +rbac:groups=cache.example.com,resources=pools,verbs=get;list;watch
// +rbac:groups=cache.example.com,resources=pools/status,verbs=get;patch
// +rbac:groups=cache.example.com,resources=pools/finalizers,verbs=update

/** Reconciles Pool objects: moves the cluster toward their desired state. */
export class PoolReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const pool = await this.#client.find(Pool, request);
    if (pool === undefined) return done; // Deleted: what it owned is garbage collected.

    // TODO: apply the objects that pool.spec describes.

    await this.#client.patchStatus(Pool, pool, observedStatus(pool));
    log.info('reconciled', { generation: pool.metadata.generation });
    return done;
  }
}

/** The status of a Pool. */
export function observedStatus(pool: Pool): PoolStatus {
  const { generation } = pool.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    conditions: setCondition(pool.status?.conditions, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The cluster matches the spec',
      ...observed,
    }),
  };
}

/** Registers the controller, which reconciles a Pool whenever it changes. */
export function setupPoolController(manager: Manager): void {
  manager.controller('pool').for(Pool).reconcileWith(new PoolReconciler(manager.client));
}
