// SPDX-License-Identifier: Apache-2.0

import { type Defaulter, Manager, type Validator } from '@opgen/runtime';
import { admissionContext, samplesOf, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Pool } from '../../../../src/api/cache/v1alpha1/pool.ts';
import { setupWebhooks } from '../../../../src/webhooks/webhooks.ts';
import { PoolDefaulter, PoolValidator } from '../../../../src/webhooks/cache/v1alpha1/pool.webhook.ts';
// +scaffold:imports

// Valid objects that are generated from the schema; each run gets the same ones.
const samples = await samplesOf(Pool, { crds: 'config/crd/bases', count: 50 });

// The API server runs in this process: no cluster and no container needed.
describe('the webhooks of a Pool', () => {
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

  test('defaulting twice is the same as defaulting once', async () => {
    const defaulter: Defaulter<Pool> = new PoolDefaulter(cluster.client);
    for (const sample of samples) {
      const once = structuredClone(sample);
      await defaulter.default(once, admissionContext(once));
      const twice = structuredClone(once);
      await defaulter.default(twice, admissionContext(twice));
      expect(twice).toEqual(once);
    }
  });

  test('defaults are set when a Pool is created', async () => {
    const spy = vi.spyOn(PoolDefaulter.prototype, 'default');
    const metadata = { name: 'filled-in' };
    await cluster.client.create(Pool, { ...samples[0]!, metadata });
    expect(spy).toHaveBeenCalled();
  });

  test('an update without changes is accepted', async () => {
    const validator: Validator<Pool> = new PoolValidator(cluster.client);
    for (const sample of samples) {
      await validator.validateCreate?.(sample, admissionContext(sample));
      const context = admissionContext(sample, { operation: 'UPDATE', old: sample });
      await validator.validateUpdate?.(sample, sample, context);
    }
  });

  test('a Pool is validated when it is created', async () => {
    const spy = vi.spyOn(PoolValidator.prototype, 'validateCreate');
    const metadata = { name: 'checked' };
    await cluster.client.create(Pool, { ...samples[1]!, metadata });
    expect(spy).toHaveBeenCalled();
  });
  // +scaffold:tests
});
