import { Manager, done } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { HorizontalPodAutoscaler } from '@opgen/runtime/kinds/autoscaling/v2';
import { expect, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';

const key = { name: 'web', namespace: 'default' };
const labels = { app: 'web' };
const webhooks = { bindAddress: '0' };
const web = {
  metadata: key,
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } },
  },
};

test('a manager and the workloads of its cluster share a clock', async () => {
  await using cluster = await startCluster({ workloads: { nodes: 2 } });
  const manager = new Manager({ transport: cluster.transport, clock: cluster.clock, webhooks });
  const seen = new Set<number | undefined>();
  manager
    .controller('observer')
    .for(Deployment)
    .reconcileWith({
      async reconcile({ name, namespace = '' }) {
        seen.add((await manager.client.find(Deployment, { name, namespace }))?.status?.availableReplicas);
        return done;
      },
    });
  const stopping = new AbortController();
  const stopped = manager.start(stopping.signal);
  await manager.ready;

  await cluster.client.create(Deployment, web);
  await cluster.settled();
  expect((await cluster.client.get(Deployment, key)).status?.availableReplicas).toBe(2);
  expect(seen).toContain(2);
  stopping.abort();
  await stopped;
});

test('an autoscaler follows the metrics that a test declares', async () => {
  await using cluster = await startCluster({ workloads: true });
  const resources = { requests: { cpu: '200m' } };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'web', image: 'nginx:1', resources }] },
  };
  await cluster.client.create(Deployment, { ...web, spec: { ...web.spec, template } });
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  await cluster.client.create(HorizontalPodAutoscaler, {
    metadata: key,
    spec: { scaleTargetRef, maxReplicas: 4 },
  });
  await cluster.settled();

  cluster.metrics.ofPods({ labels, total: { cpu: '600m' } });
  await cluster.clock.advance('15s');
  await cluster.settled();
  expect((await cluster.client.get(Deployment, key)).spec.replicas).toBe(4);
});
