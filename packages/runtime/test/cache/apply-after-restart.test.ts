import { expect, test } from 'vitest';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { Manager } from '../../src/manager/manager.ts';
import { done } from '../../src/controller/result.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

const key = { name: 'settings', namespace: 'default' };

/** An operator that applies one ConfigMap, until it has done so once. */
async function runOnce(cluster: TestCluster): Promise<string[]> {
  const versions: string[] = [];
  const manager = new Manager({
    transport: cluster.transport,
    fieldManager: 'settings-operator',
    webhooks: { bindAddress: '0' },
  });
  manager
    .controller('settings')
    .for(ConfigMap, { predicates: [({ object }) => object.metadata.name === 'trigger'] })
    .reconcileWith({
      reconcile: async () => {
        const { metadata } = await manager.client.apply(ConfigMap, { metadata: key, data: { size: '3' } });
        versions.push(metadata.resourceVersion);
        return done;
      },
    });
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  await expect.poll(() => versions).toHaveLength(1);
  stop.abort();
  await running;
  return versions;
}

test('an operator that starts applies up-to-date objects once, which changes nothing', async () => {
  const cluster = await startTestCluster();
  try {
    await cluster.client.create(ConfigMap, { metadata: { ...key, name: 'trigger' } });
    const first = await runOnce(cluster);
    const applied = await cluster.client.get(ConfigMap, key);
    expect(await runOnce(cluster)).toEqual(first);
    expect(await cluster.client.get(ConfigMap, key)).toEqual(applied);
  } finally {
    await cluster.stop();
  }
});
