// SPDX-License-Identifier: Apache-2.0

import type { AdmissionContext, Client, Defaulter, Manager, Unvalidated, Validator } from '@opgen/runtime';
import { Memcached } from '../../../api/cache/v1/memcached.ts';

/** Sets the defaults of a Memcached. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class MemcachedDefaulter implements Defaulter<Memcached> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /**
   * Modifies the object in place. It may run twice for one request, so it must not overwrite set fields. Required fields
   * can be missing: the API server validates the object afterwards.
   */
  async default(memcached: Unvalidated<Memcached>, { log }: AdmissionContext<Memcached>): Promise<void> {
    // TODO: set defaults that depend on other fields. For constant defaults, use a `+default` marker.
    log.debug('filled in', { name: memcached.metadata.name });
  }
}

/** Validates a Memcached beyond its schema: call `deny` to reject, or `warn` of the context to only warn. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class MemcachedValidator implements Validator<Memcached> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async validateCreate(memcached: Memcached, { log }: AdmissionContext<Memcached>): Promise<void> {
    // TODO: reject objects that must not be created.
    log.debug('may be created', { name: memcached.metadata.name });
  }

  /** Always accept updates that do not change the spec: removing a finalizer is an update too. */
  async validateUpdate(
    old: Memcached,
    memcached: Memcached,
    { log }: AdmissionContext<Memcached>,
  ): Promise<void> {
    // TODO: reject updates. To validate deletions, add `delete` to the verbs above and a method validateDelete.
    log.debug('may be updated', { from: old.metadata.generation, to: memcached.metadata.generation });
  }
}
// +scaffold:webhooks

/** Registers the webhooks of this kind. `opgen manifests` writes their configuration to config/webhook. */
export function setupMemcachedWebhook(manager: Manager): void {
  manager.webhook(Memcached).defaultWith(new MemcachedDefaulter(manager.client));
  manager.webhook(Memcached).validateWith(new MemcachedValidator(manager.client));
  // +scaffold:registrations
}
