import { expect, test } from 'vitest';
import { ForbiddenError, createClient } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { programs } from '../../src/envtest/programs.ts';
import { startRealCluster } from '../../src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../src/envtest/shared-real-cluster.ts';

test.skipIf(!(await realServerAvailable()))('the shared API server answers a client', async () => {
  const cluster = await sharedRealCluster();
  try {
    const made = await cluster.client.create(ConfigMap, {
      metadata: { generateName: 'memcached-', namespace: 'default' },
      data: { memory: '64m' },
    });
    expect(made.data).toEqual({ memory: '64m' });

    const somebody = createClient(cluster.transportFor({ name: 'somebody' }));
    const key = { name: made.metadata.name, namespace: 'default' };
    await expect(somebody.get(ConfigMap, key)).rejects.toBeInstanceOf(ForbiddenError);
  } finally {
    await cluster.stop();
  }
});

test.skipIf(!(await realServerAvailable(programs)))(
  'with its controllers, a scheduler and pretended nodes it is a whole cluster',
  async () => {
    const cluster = await startRealCluster({ controllers: true, scheduler: true, kwok: true });
    try {
      await cluster.install([pretendedNode, memcached]);
      const key = { name: 'memcached', namespace: 'default' };
      await expect
        .poll(async () => (await cluster.client.get(Deployment, key)).status?.availableReplicas)
        .toBe(2);

      await cluster.client.create(ConfigMap, {
        metadata: {
          name: 'owned',
          namespace: 'default',
          ownerReferences: [await ownerOf(cluster.client, key)],
        },
      });
      await cluster.client.delete(Deployment, key);
      await cluster.settled();
      expect(await cluster.client.find(ConfigMap, { name: 'owned', namespace: 'default' })).toBeUndefined();
    } finally {
      await cluster.stop();
    }
  },
);

async function ownerOf(
  client: Awaited<ReturnType<typeof startRealCluster>>['client'],
  key: { name: string; namespace: string },
): Promise<{ apiVersion: string; kind: string; name: string; uid: string }> {
  const { uid } = (await client.get(Deployment, key)).metadata;
  return { apiVersion: 'apps/v1', kind: 'Deployment', name: key.name, uid };
}

const pretendedNode = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'pretended' },
  status: {
    capacity: { cpu: '8', memory: '32Gi', pods: '110' },
    allocatable: { cpu: '8', memory: '32Gi', pods: '110' },
  },
};

const memcached = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'memcached', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'memcached' } },
    template: {
      metadata: { labels: { app: 'memcached' } },
      spec: { containers: [{ name: 'memcached', image: 'memcached:1.6' }] },
    },
  },
};
