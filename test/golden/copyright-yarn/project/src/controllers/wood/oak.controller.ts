// Copyright 2026 Pomona

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
import { Oak, type OakStatus } from '../../api/wood/v1beta1/oak.ts';

// +rbac:groups=wood.example.com,resources=oaks,verbs=get;list;watch
// +rbac:groups=wood.example.com,resources=oaks/status,verbs=get;patch
// +rbac:groups=wood.example.com,resources=oaks/finalizers,verbs=update

/** Reconciles Oak objects: moves the cluster toward their desired state. */
export class OakReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Called after every change, and again after a failure. It must depend only on the current state, and may run any
   * number of times. An error is retried with backoff.
   */
  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const oak = await this.#client.find(Oak, request);
    if (oak === undefined) return done; // Deleted: what it owned is garbage collected.

    // TODO: apply the objects that oak.spec describes.

    await this.#client.patchStatus(Oak, oak, observedStatus(oak));
    log.info('reconciled', { generation: oak.metadata.generation });
    return done;
  }
}

/** The status of an Oak. */
export function observedStatus(oak: Oak): OakStatus {
  const { generation } = oak.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };

  return {
    ...observed,
    conditions: setCondition(oak.status?.conditions, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The cluster matches the spec',
      ...observed,
    }),
  };
}

/** Registers the controller, which reconciles an Oak whenever it changes. */
export function setupOakController(manager: Manager): void {
  manager.controller('oak').for(Oak).reconcileWith(new OakReconciler(manager.client));
}
