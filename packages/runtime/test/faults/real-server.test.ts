/** An operator whose real API server and etcd are killed, paused, and made to forget. */
import { type OwnRealCluster, realServerAvailable, startRealCluster } from '@opgen/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, mergePatch } from '../../src/index.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { ticketsTooMany, whatIsWrong } from './support/ledger.ts';
import { liveStorm } from './support/live-storm.ts';
import { Memcached, memcachedCrd } from './support/memcached.ts';
import { memcachedOperator, World } from './support/memcached-operator.ts';

const lemon = { name: 'lemon', namespace: 'default' };
const lime = { name: 'lime', namespace: 'default' };
const poll = { timeout: 90_000, interval: 100 };

/** What is done to the cluster while an operator runs in it. It works again when this resolves. */
const faults: { fault: string; strike: (cluster: OwnRealCluster) => Promise<void> }[] = [
  {
    fault: 'the API server is killed and comes back',
    strike: async ({ apiServer }) => {
      await apiServer.kill();
      await apiServer.restart();
    },
  },
  {
    fault: 'etcd is killed and comes back',
    strike: async ({ etcd }) => {
      await etcd.kill();
      await etcd.restart();
    },
  },
  {
    fault: 'etcd stands still for three seconds',
    strike: async ({ etcd }) => {
      etcd.pause();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      etcd.resume();
    },
  },
  {
    fault: 'the API server comes back and has forgotten all history',
    strike: async (cluster) => {
      await cluster.apiServer.kill();
      await cluster.compact();
      await cluster.apiServer.restart();
    },
  },
];

describe.skipIf(!(await realServerAvailable()))('on a real API server', { timeout: 180_000 }, () => {
  let cluster: OwnRealCluster;
  let client: Client;

  beforeAll(async () => {
    cluster = await startRealCluster();
    ({ client } = cluster);
    await cluster.install(memcachedCrd);
  }, 120_000);

  afterAll(() => cluster.stop());

  test.each([1, 2, 3])('storm %i passes', (seed) => liveStorm(cluster, { seed }));

  describe('an operator', () => {
    let world: World;
    let log: RecordingLogger;
    const stop = { now: async (): Promise<void> => {} };

    beforeEach(async () => {
      world = new World();
      log = new RecordingLogger();
      const ending = new AbortController();
      const manager = memcachedOperator({ transport: cluster.transport, world, log });
      const run = manager.start(ending.signal);
      stop.now = async () => {
        ending.abort();
        await run;
      };
      await manager.ready;
      await client.create(Memcached, { metadata: lemon, spec: { size: 2 } });
      await expect.poll(() => whatIsWrong(client, world), poll).toEqual([]);
    });

    afterEach(async () => {
      await client.delete(Memcached, lemon);
      await client.delete(Memcached, lime);
      await expect.poll(async () => (await client.list(Memcached)).items, poll).toEqual([]);
      await stop.now();
      // No controllers run here that would collect what belonged to them.
      await client.deleteCollection(ConfigMap, { namespace: 'default' });
    });

    test.each(faults)(
      '$fault: what was asked for before, meanwhile and after is done, once',
      async ({ strike }) => {
        const resized = client.patch(Memcached, lemon, mergePatch({ spec: { size: 4 } }));
        const struck = strike(cluster);
        // The answer to this one may be lost with the server.
        await resized.catch(() => undefined);
        await struck;
        await expect.poll(() => client.find(Memcached, lemon).then(Boolean, () => false), poll).toBe(true);
        await client.patch(Memcached, lemon, mergePatch({ spec: { size: 3 } }));
        await client.create(Memcached, { metadata: lime, spec: { size: 1 } });

        await expect.poll(() => whatIsWrong(client, world).catch(String), poll).toEqual([]);
        expect(world.overlaps).toEqual([]);
        expect(await ticketsTooMany(client)).toBe(0);
        expect(
          log.text.filter((line) => line.startsWith('error') && !line.includes('reconcile failed')),
        ).toEqual([]);
      },
    );
  });
});
