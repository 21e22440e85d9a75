import { ConfigMap, Pod, ResourceQuota } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

const namespace = 'default';
const key = { name: 'quota', namespace };

test('the usage of a quota is what its namespace contains', async () => {
  await using cluster = await startCluster();
  const { client } = cluster;
  await client.create(ConfigMap, { metadata: { name: 'a', namespace } });
  await client.create(ResourceQuota, {
    metadata: key,
    spec: { hard: { configmaps: '3', 'requests.cpu': '1', 'count/unknown.example.com': '1' } },
  });
  const usage = async (): Promise<unknown> => {
    await cluster.settled();
    return (await client.get(ResourceQuota, key)).status?.used;
  };
  expect(await usage()).toEqual({ configmaps: '1', 'requests.cpu': '0' });
  const containers = [{ name: 'c', image: 'nginx', resources: { requests: { cpu: '400m' } } }];
  await client.create(Pod, { metadata: { name: 'p', namespace }, spec: { containers } });
  await client.create(ConfigMap, { metadata: { name: 'b', namespace } });
  expect(await usage()).toEqual({ configmaps: '2', 'requests.cpu': '400m' });
  await client.delete(ConfigMap, { name: 'a', namespace });
  const pod = await client.get(Pod, { name: 'p', namespace });
  await client.patchStatus(Pod, pod, { phase: 'Succeeded' });
  expect(await usage()).toEqual({ configmaps: '1', 'requests.cpu': '0' });
});

test('a quota is enforced once its usage is known', async () => {
  await using cluster = await startCluster();
  const { client } = cluster;
  await client.create(ResourceQuota, { metadata: key, spec: { hard: { configmaps: '1' } } });
  await cluster.settled();
  await client.create(ConfigMap, { metadata: { name: 'a', namespace } });
  await expect(client.create(ConfigMap, { metadata: { name: 'b', namespace } })).rejects.toThrow(
    'exceeded quota: quota, requested: configmaps=1, used: configmaps=1, limited: configmaps=1',
  );
});

test('a write that fails after admission does not use the quota up', async () => {
  await using cluster = await startCluster();
  const { client } = cluster;
  await client.create(ResourceQuota, { metadata: key, spec: { hard: { configmaps: '2' } } });
  await client.create(ConfigMap, { metadata: { name: 'a', namespace } });
  await cluster.settled();
  const again = client.create(ConfigMap, { metadata: { name: 'a', namespace } });
  await expect(again).rejects.toThrow('already exists');
  await client.delete(ConfigMap, { name: 'a', namespace });
  await cluster.settled();
  expect((await client.get(ResourceQuota, key)).status?.used).toEqual({ configmaps: '0' });
});
