import {
  type AdmissionContext,
  type Client,
  type Defaulter,
  deny,
  type Manager,
  type Unvalidated,
  type Validator,
} from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { Memcached } from './memcached.ts';

export class MemcachedDefaulter implements Defaulter<Memcached> {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async default({ spec, metadata }: Unvalidated<Memcached>): Promise<void> {
    // The API server rejects an object without a spec when it validates it.
    if (spec === undefined) return;
    const key = { name: 'sizes', namespace: metadata.namespace ?? 'default' };
    const sizes = await this.#client.find(ConfigMap, key);
    spec.size ??= Number(sizes?.data?.[spec.tier ?? ''] ?? 1);
  }
}

export class MemcachedValidator implements Validator<Memcached> {
  validateCreate({ spec }: Memcached, { warn }: AdmissionContext<Memcached>): void {
    if (spec.tier === 'bronze') warn('the tier bronze ends with the next version: take silver');
    if ((spec.size ?? 0) % 2 === 0) {
      deny('no majority', { causes: [{ field: 'spec.size', message: 'must be odd' }] });
    }
  }

  validateUpdate(old: Memcached, { spec }: Memcached): void {
    if (spec.tier !== old.spec.tier) deny('the tier stays: make another Memcached');
  }
}

export function setupMemcachedWebhook(manager: Manager): void {
  manager
    .webhook(Memcached)
    .defaultWith(new MemcachedDefaulter(manager.client))
    .validateWith(new MemcachedValidator());
}
