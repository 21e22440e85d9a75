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
import { Orchard, type OrchardStatus } from '../../api/fruit/v1/orchard.ts';

// +rbac:groups=fruit.example.com,resources=orchards,verbs=get;list;watch
// +rbac:groups=fruit.example.com,resources=orchards/status,verbs=get;patch
// +rbac:groups=fruit.example.com,resources=orchards/finalizers,verbs=update

/** Reconciles Orchard objects: moves the cluster toward their desired state. */
export class OrchardReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const orchard = await this.#client.find(Orchard, request);
    if (orchard === undefined) return done; // Deleted: what it owned is garbage collected.

    // TODO: apply the objects that orchard.spec describes.

    await this.#client.patchStatus(Orchard, orchard, observedStatus(orchard));
    log.info('reconciled', { generation: orchard.metadata.generation });
    return done;
  }
}

/** The status of an Orchard. */
export function observedStatus(orchard: Orchard): OrchardStatus {
  const { generation } = orchard.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    conditions: setCondition(orchard.status?.conditions, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The cluster matches the spec',
      ...observed,
    }),
  };
}

/** Registers the controller, which reconciles an Orchard whenever it changes. */
export function setupOrchardController(manager: Manager): void {
  manager.controller('orchard').for(Orchard).reconcileWith(new OrchardReconciler(manager.client));
}
