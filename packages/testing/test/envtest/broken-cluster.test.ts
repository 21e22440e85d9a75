import { type Client, ConnectionError, ExpiredError } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { type OwnRealCluster, startRealCluster } from '../../src/envtest/real-cluster.ts';

const settings = { name: 'settings', namespace: 'default' };

describe.skipIf(!(await realServerAvailable()))('a real cluster of one’s own', () => {
  let cluster: OwnRealCluster;
  let client: Client;

  beforeAll(async () => {
    cluster = await startRealCluster();
    ({ client } = cluster);
    await client.create(ConfigMap, { metadata: settings, data: { memory: '64m' } });
  });

  afterAll(() => cluster.stop());

  test.each(['apiServer', 'etcd'] as const)('stored objects survive a kill of %s', async (program) => {
    await cluster[program].kill();
    await expect(client.get(ConfigMap, settings, { timeout: 2_000 })).rejects.toThrow();
    await cluster[program].restart();

    expect((await client.get(ConfigMap, settings)).data).toEqual({ memory: '64m' });
  });

  test('a paused API server answers nothing until it is resumed', async () => {
    const isAnswered = (): Promise<boolean> =>
      client.get(ConfigMap, settings, { timeout: 200 }).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(ConnectionError);
          return false;
        },
      );
    cluster.apiServer.pause();
    try {
      // A busy machine delivers the signal late.
      await expect.poll(isAnswered).toBe(false);
    } finally {
      cluster.apiServer.resume();
    }

    expect((await client.get(ConfigMap, settings)).data).toEqual({ memory: '64m' });
  });

  test('an API server that restarts after a compaction knows no earlier version', async () => {
    const { metadata } = await client.get(ConfigMap, settings);
    await client.create(ConfigMap, { metadata: { ...settings, name: 'later' } });
    await cluster.compact();
    await cluster.apiServer.restart();

    const { resourceVersion } = metadata;
    const events = client.watch(ConfigMap, { resourceVersion })[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toThrow(ExpiredError);
  });
});
