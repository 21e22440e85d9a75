import { Manager, done } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
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
