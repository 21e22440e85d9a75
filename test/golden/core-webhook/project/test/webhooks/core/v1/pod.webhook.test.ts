import { type Defaulter, Manager } from '@opgen/runtime';
import { admissionContext, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { setupWebhooks } from '../../../../src/webhooks/webhooks.ts';
import { PodDefaulter } from '../../../../src/webhooks/core/v1/pod.webhook.ts';
// +scaffold:imports

const samples: Pod[] = [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'pod-sample',
      namespace: 'default',
      uid: 'b2d8f3a0',
      resourceVersion: '1',
      creationTimestamp: '2024-01-01T00:00:00Z',
    },
    spec: { containers: [{ name: 'main', image: 'registry.example.com/main:1' }] },
  },
];

// The API server runs in this process: no cluster and no container needed.
describe('the webhooks of a Pod', () => {
  const ending = new AbortController();
  let cluster: TestCluster;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await startCluster();
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
    const defaulter: Defaulter<Pod> = new PodDefaulter(cluster.client);
    for (const sample of samples) {
      const once = structuredClone(sample);
      await defaulter.default(once, admissionContext(once));
      const twice = structuredClone(once);
      await defaulter.default(twice, admissionContext(twice));
      expect(twice).toEqual(once);
    }
  });

  test('defaults are set when a Pod is created', async () => {
    const spy = vi.spyOn(PodDefaulter.prototype, 'default');
    const metadata = { name: 'filled-in', namespace: 'default' };
    await cluster.client.create(Pod, { ...samples[0]!, metadata });
    expect(spy).toHaveBeenCalled();
  });
  // +scaffold:tests
});
