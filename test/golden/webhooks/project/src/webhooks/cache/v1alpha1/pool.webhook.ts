// SPDX-License-Identifier: Apache-2.0

import type { AdmissionContext, Client, Defaulter, Manager, Unvalidated, Validator } from '@opgen/runtime';
import { Pool } from '../../../api/cache/v1alpha1/pool.ts';

/** Sets the defaults of a Pool. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None,path=/mutate-pool
export class PoolDefaulter implements Defaulter<Pool> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /**
   * Modifies the object in place. It may run twice for one request, so it must not overwrite set fields. Required fields
   * can be missing: the API server validates the object afterwards.
   */
  async default(pool: Unvalidated<Pool>, { log }: AdmissionContext<Pool>): Promise<void> {
    // TODO: set defaults that depend on other fields. For constant defaults, use a `+default` marker.
    log.debug('filled in', { name: pool.metadata.name });
  }
}

/** Validates a Pool beyond its schema: call `deny` to reject, or `warn` of the context to only warn. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None,path=/check/pool
export class PoolValidator implements Validator<Pool> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async validateCreate(pool: Pool, { log }: AdmissionContext<Pool>): Promise<void> {
    // TODO: reject objects that must not be created.
    log.debug('may be created', { name: pool.metadata.name });
  }

  /** Always accept updates that do not change the spec: removing a finalizer is an update too. */
  async validateUpdate(old: Pool, pool: Pool, { log }: AdmissionContext<Pool>): Promise<void> {
    // TODO: reject updates. To validate deletions, add `delete` to the verbs above and a method validateDelete.
    log.debug('may be updated', { from: old.metadata.generation, to: pool.metadata.generation });
  }
}
// +scaffold:webhooks

/** Registers the webhooks of this kind. `opgen manifests` writes their configuration to config/webhook. */
export function setupPoolWebhook(manager: Manager): void {
  manager.webhook(Pool).defaultWith(new PoolDefaulter(manager.client), { path: '/mutate-pool' });
  manager.webhook(Pool).validateWith(new PoolValidator(manager.client), { path: '/check/pool' });
  // +scaffold:registrations
}
