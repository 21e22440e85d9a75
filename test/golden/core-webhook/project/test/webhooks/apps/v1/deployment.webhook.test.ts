import { Manager, type Validator } from '@opgen/runtime';
import { admissionContext, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { setupWebhooks } from '../../../../src/webhooks/webhooks.ts';
import { DeploymentValidator } from '../../../../src/webhooks/apps/v1/deployment.webhook.ts';
// +scaffold:imports

const samples: Deployment[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'deployment-sample',
      namespace: 'default',
      uid: 'b2d8f3a0',
      resourceVersion: '1',
      creationTimestamp: '2024-01-01T00:00:00Z',
    },
    spec: {
      selector: { matchLabels: { app: 'sample' } },
      template: {
        metadata: { labels: { app: 'sample' } },
        spec: { containers: [{ name: 'main', image: 'registry.example.com/main:1' }] },
      },
    },
  },
];

// The API server runs in this process: no cluster and no container needed.
describe('the webhooks of a Deployment', () => {
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

  test('an update without changes is accepted', async () => {
    const validator: Validator<Deployment> = new DeploymentValidator(cluster.client);
    for (const sample of samples) {
      await validator.validateCreate?.(sample, admissionContext(sample));
      const context = admissionContext(sample, { operation: 'UPDATE', old: sample });
      await validator.validateUpdate?.(sample, sample, context);
    }
  });

  test('a Deployment is validated when it is created', async () => {
    const spy = vi.spyOn(DeploymentValidator.prototype, 'validateCreate');
    const metadata = { name: 'checked', namespace: 'default' };
    await cluster.client.create(Deployment, { ...samples[0]!, metadata });
    expect(spy).toHaveBeenCalled();
  });
  // +scaffold:tests
});
