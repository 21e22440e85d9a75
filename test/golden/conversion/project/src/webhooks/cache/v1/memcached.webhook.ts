// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import type { AdmissionContext, Client, Manager, Validator } from '@opgen/runtime';
import { Memcached } from '../../../api/cache/v1/memcached.ts';

/** Refuses what the schema of a Memcached lets through: call `deny`, or only `warn` of the context. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class MemcachedValidator implements Validator<Memcached> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async validateCreate(memcached: Memcached, { log }: AdmissionContext<Memcached>): Promise<void> {
    // Here: refuse what must not come into being.
    log.debug('may be created', { name: memcached.metadata.name });
  }

  /** An update that changes nothing must pass: a finalizer goes by an update too. */
  async validateUpdate(
    old: Memcached,
    memcached: Memcached,
    { log }: AdmissionContext<Memcached>,
  ): Promise<void> {
    // Here: refuse changes. For deletions, add `delete` to the verbs above and a method validateDelete.
    log.debug('may be updated', { from: old.metadata.generation, to: memcached.metadata.generation });
  }
}
// +scaffold:webhooks

/** Says who answers the API server. Where it asks is in config/webhook, written by `opgen manifests`. */
export function setupMemcachedWebhook(manager: Manager): void {
  manager.webhook(Memcached).validateWith(new MemcachedValidator(manager.client));
  // +scaffold:registrations
}
