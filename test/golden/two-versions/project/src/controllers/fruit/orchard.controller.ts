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

/** Brings the cluster closer to what each Orchard asks for. */
export class OrchardReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after any change, and again after a failure: it looks only at the current state and may run any
   * number of times. Throwing retries with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const orchard = await this.#client.find(Orchard, request);
    if (orchard === undefined) return done; // Deleted: what it owned is garbage collected.

    // Here: apply the objects that orchard.spec asks for.

    await this.#client.patchStatus(Orchard, orchard, observedStatus(orchard));
    log.info('reconciled', { generation: orchard.metadata.generation });
    return done;
  }
}

/** What the status of an Orchard should say. */
export function observedStatus(orchard: Orchard): OrchardStatus {
  const { generation } = orchard.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    conditions: setCondition(orchard.status?.conditions, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The cluster is as the spec asks for',
      ...observed,
    }),
  };
}

/** Reconciles an Orchard whenever it changes. */
export function setupOrchardController(manager: Manager): void {
  manager.controller('orchard').for(Orchard).reconcileWith(new OrchardReconciler(manager.client));
}
