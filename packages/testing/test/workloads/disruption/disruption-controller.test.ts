import { TooManyRequestsError } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { PodDisruptionBudget } from '@opgen/runtime/kinds/policy/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

const labels = { app: 'web' };
const key = { name: 'web', namespace: 'default' };

test.each([
  [{ maxUnavailable: 1 }, { expectedPods: 3, desiredHealthy: 2, disruptionsAllowed: 1 }],
  [{ maxUnavailable: '50%' }, { expectedPods: 3, desiredHealthy: 1, disruptionsAllowed: 2 }],
  [{ minAvailable: 3 }, { expectedPods: 3, desiredHealthy: 3, disruptionsAllowed: 0 }],
  [{ minAvailable: '50%' }, { expectedPods: 3, desiredHealthy: 2, disruptionsAllowed: 1 }],
])('%o limits evictions, and recovers', async (limit, expected) => {
  await using cluster = await startCluster({ workloads: true });
  const { client } = cluster;
  const selector = { matchLabels: labels };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } };
  await client.create(Deployment, { metadata: key, spec: { replicas: 3, selector, template } });
  await client.create(PodDisruptionBudget, { metadata: key, spec: { selector, ...limit } });
  await cluster.settled();
  const status = { currentHealthy: 3, observedGeneration: 1, ...expected };
  expect((await client.get(PodDisruptionBudget, key)).status).toMatchObject(status);

  const { items } = await client.list(Pod, { namespace: 'default' });
  const names = items.map(({ metadata }) => metadata.name);
  for (const name of names.slice(0, expected.disruptionsAllowed))
    await client.evict({ name, namespace: 'default' });
  const [last = ''] = names.slice(expected.disruptionsAllowed);
  await expect(client.evict({ name: last, namespace: 'default' })).rejects.toThrow(TooManyRequestsError);
  await cluster.settled();
  const after = (await client.get(PodDisruptionBudget, key)).status;
  expect(after).toMatchObject(status);
  expect(after?.disruptedPods ?? {}).toEqual({});
});
