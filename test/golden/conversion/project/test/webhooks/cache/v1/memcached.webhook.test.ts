// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import { Manager, type Validator } from '@opgen/runtime';
import { admissionContext, samplesOf, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Memcached } from '../../../../src/api/cache/v1/memcached.ts';
import { setupWebhooks } from '../../../../src/webhooks/webhooks.ts';
import { MemcachedValidator } from '../../../../src/webhooks/cache/v1/memcached.webhook.ts';
// +scaffold:imports

// Valid objects that are generated from the schema; each run gets the same ones.
const samples = await samplesOf(Memcached, { crds: 'config/crd/bases', count: 50 });

// The API server runs in this process: no cluster and no container needed.
describe('the webhooks of a Memcached', () => {
  const ending = new AbortController();
  let cluster: TestCluster;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await startCluster({ crds: 'config/crd/bases' });
    const manager = new Manager({ transport: cluster.transport, webhooks: { bindAddress: '127.0.0.1:0' } });
    setupWebhooks(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
    await cluster.installWebhooks('config/webhook/manifests.yaml', manager.webhookEndpoint);
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  test('an update without changes is accepted', async () => {
    const validator: Validator<Memcached> = new MemcachedValidator(cluster.client);
    for (const sample of samples) {
      await validator.validateCreate?.(sample, admissionContext(sample));
      const context = admissionContext(sample, { operation: 'UPDATE', old: sample });
      await validator.validateUpdate?.(sample, sample, context);
    }
  });

  test('a Memcached is validated when it is created', async () => {
    const spy = vi.spyOn(MemcachedValidator.prototype, 'validateCreate');
    const metadata = { name: 'checked', namespace: 'default' };
    await cluster.client.create(Memcached, { ...samples[1]!, metadata });
    expect(spy).toHaveBeenCalled();
  });
  // +scaffold:tests
});
