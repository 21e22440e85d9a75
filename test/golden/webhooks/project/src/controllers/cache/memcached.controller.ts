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
import { Memcached, type MemcachedStatus } from '../../api/cache/v1/memcached.ts';

// +rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch
// +rbac:groups=cache.example.com,resources=memcacheds/status,verbs=get;patch
// +rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update

/** Reconciles Memcached objects: moves the cluster toward their desired state. */
export class MemcachedReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const memcached = await this.#client.find(Memcached, request);
    if (memcached === undefined) return done; // Deleted: what it owned is garbage collected.

    // TODO: apply the objects that memcached.spec describes.

    await this.#client.patchStatus(Memcached, memcached, observedStatus(memcached));
    log.info('reconciled', { generation: memcached.metadata.generation });
    return done;
  }
}

/** The status of a Memcached. */
export function observedStatus(memcached: Memcached): MemcachedStatus {
  const { generation } = memcached.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    conditions: setCondition(memcached.status?.conditions, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The cluster matches the spec',
      ...observed,
    }),
  };
}

/** Registers the controller, which reconciles a Memcached whenever it changes. */
export function setupMemcachedController(manager: Manager): void {
  manager.controller('memcached').for(Memcached).reconcileWith(new MemcachedReconciler(manager.client));
}
