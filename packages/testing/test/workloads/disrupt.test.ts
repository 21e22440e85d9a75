import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';
import { disrupt } from '../../src/workloads/disrupt.ts';

const key = { name: 'web', namespace: 'default' };
const labels = { app: 'web' };
const spec = {
  replicas: 3,
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } },
};

/** Without the generated names of Pods. */
async function disrupted(seed: number): Promise<string[]> {
  await using cluster = await startCluster({ workloads: { nodes: 2 } });
  await cluster.client.create(Deployment, { metadata: key, spec });
  await cluster.settled();
  const happened = await disrupt(cluster, { seed });
  const { status } = await cluster.client.get(Deployment, key);
  expect(status?.availableReplicas, happened.join('\n')).toBe(3);
  return happened.map((each) => each.replace(/web-\S+/, 'web'));
}

test('a Deployment recovers from disruptions, which are the same for the same seed', async () => {
  const first = await disrupted(1);
  expect(first).toHaveLength(10);
  expect(await disrupted(1)).toEqual(first);
  expect(await disrupted(2)).not.toEqual(first);
});

test('needs workloads, and running Pods', async () => {
  await using empty = await startCluster({ workloads: { nodes: [] } });
  await expect(disrupt(empty)).rejects.toThrow('the cluster has no running Pods');
  const { clock } = empty;
  await using without = await startCluster();
  await expect(disrupt({ ...without, clock })).rejects.toThrow('start the cluster with { workloads: true }');
});
