// SPDX-License-Identifier: Apache-2.0

import type { AdmissionContext, Client, Defaulter, Manager, Validator } from '@opgen/runtime';
import { Pool } from '../../../api/cache/v1alpha1/pool.ts';

/** Fills in what the author of a Pool left open. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None,path=/mutate-pool
export class PoolDefaulter implements Defaulter<Pool> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** Changes the object in place. One request may call it twice, so it leaves alone what is set. */
  async default(pool: Pool, { log }: AdmissionContext<Pool>): Promise<void> {
    // Here: set what depends on more than the field itself; for the rest, `+default` above a field is enough.
    log.debug('filled in', { name: pool.metadata.name });
  }
}

/** Refuses what the schema of a Pool lets through: call `deny`, or only `warn` of the context. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None,path=/check/pool
export class PoolValidator implements Validator<Pool> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async validateCreate(pool: Pool, { log }: AdmissionContext<Pool>): Promise<void> {
    // Here: refuse what must not come into being.
    log.debug('may be created', { name: pool.metadata.name });
  }

  /** An update that changes nothing must pass: a finalizer goes by an update too. */
  async validateUpdate(old: Pool, pool: Pool, { log }: AdmissionContext<Pool>): Promise<void> {
    // Here: refuse changes. For deletions, add `delete` to the verbs above and a method validateDelete.
    log.debug('may be updated', { from: old.metadata.generation, to: pool.metadata.generation });
  }
}
// +scaffold:webhooks

/** Says who answers the API server. Where it asks is in config/webhook, written by `opgen manifests`. */
export function setupPoolWebhook(manager: Manager): void {
  manager.webhook(Pool).defaultWith(new PoolDefaulter(manager.client), { path: '/mutate-pool' });
  manager.webhook(Pool).validateWith(new PoolValidator(manager.client), { path: '/check/pool' });
  // +scaffold:registrations
}
