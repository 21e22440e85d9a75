/** An operator on a real API server and etcd that are killed, paused, compacted, or given another CA. */
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { type OwnRealCluster, realServerAvailable, startRealCluster } from '@opgen/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kubeConfigTransport, type Transport } from '../../src/entry-points/transport.ts';
import { type Client, createClient, mergePatch, UnauthorizedError } from '../../src/index.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { second } from '../transport/certificates.ts';
import { BoundToken } from './support/bound-token.ts';
import { ticketsTooMany, whatIsWrong } from './support/status-observer.ts';
import { liveStorm } from './support/random-faults-live.ts';
import { memcachedOperator, World } from './support/memcached-operator.ts';
import { Memcached, memcachedCrd } from './support/memcached.ts';

const lemon = { name: 'lemon', namespace: 'default' };
const lime = { name: 'lime', namespace: 'default' };
const poll = { interval: 100 };

/** Milliseconds after which the operator gives up a request without a response. */
const idle = 4_000;

/** One of two members is no quorum: from here on etcd refuses writes and linearizable reads. */
async function addMemberThatIsDead(etcd: string): Promise<void> {
  const body = JSON.stringify({ peerURLs: ['http://127.0.0.1:1'] });
  const response = await fetch(`${etcd}/v3/cluster/member/add`, { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
}

/** An API server that has just started has not loaded its roles yet, and answers every request with 403. */
const expected = ['error reconcile failed', 'error watch forbidden; retrying with backoff'];

/** What happens to the cluster while an operator runs in it. The cluster works again when this resolves. */
const faults: { fault: string; strike: (cluster: OwnRealCluster, token: BoundToken) => Promise<void> }[] = [
  {
    fault: 'the API server is killed and restarts',
    strike: async ({ apiServer }) => {
      await apiServer.kill();
      await apiServer.restart();
    },
  },
  {
    fault: 'etcd is killed and restarts',
    strike: async ({ etcd }) => {
      await etcd.kill();
      await etcd.restart();
    },
  },
  {
    fault: 'etcd is paused for three seconds',
    strike: async ({ etcd }) => {
      etcd.pause();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      etcd.resume();
    },
  },
  {
    fault: 'etcd is paused for longer than request timeouts',
    strike: async ({ etcd }) => {
      etcd.pause();
      await new Promise((resolve) => setTimeout(resolve, 2 * idle));
      etcd.resume();
    },
  },
  {
    fault: 'etcd loses its quorum, and later has a single member',
    strike: async ({ etcd }) => {
      await addMemberThatIsDead(etcd.url);
      await new Promise((resolve) => setTimeout(resolve, 2 * idle));
      process.env['ETCD_FORCE_NEW_CLUSTER'] = 'true';
      await etcd.restart();
      delete process.env['ETCD_FORCE_NEW_CLUSTER'];
    },
  },
  {
    fault: 'its token is revoked, and it gets another one later',
    strike: async ({ client }, token) => {
      const path = token.kubeConfig;
      await token.revoke();
      const transport = await kubeConfigTransport({ path });
      const isRefused = (): Promise<boolean> =>
        createClient(transport)
          .list(Memcached)
          .then(
            () => false,
            (error: unknown) => error instanceof UnauthorizedError,
          );
      // The API server caches authenticated tokens for ten seconds.
      await expect.poll(isRefused, poll).toBe(true);
      await transport.close();
      await client.patch(Memcached, lemon, mergePatch({ spec: { flavour: 'sweet' } }));
      await token.replace();
    },
  },
  {
    fault: 'the API server restarts with a certificate of another CA, and later with its own again',
    strike: async ({ apiServer }, token) => {
      const { certificate, key } = apiServer.servingCertificate;
      const files = [certificate, key];
      for (const file of files) await copyFile(file, `${file}.own`);
      await writeFile(certificate, second.cert);
      await writeFile(key, second.key);
      await apiServer.restart();
      await token.trust(second.cert);

      const transport = await kubeConfigTransport({ path: token.kubeConfig });
      const meanwhile = createClient(transport);
      const { metadata } = await meanwhile.patch(Memcached, lemon, mergePatch({ spec: { flavour: 'sour' } }));
      const seen = (): Promise<number | undefined> =>
        meanwhile.get(Memcached, lemon).then(({ status }) => status?.observedGeneration);
      await expect.poll(seen, poll).toBe(metadata.generation);
      await transport.close();

      for (const file of files) await rename(`${file}.own`, file);
      await apiServer.restart();
      await token.trust(await readFile(certificate, 'utf8'));
    },
  },
  {
    fault: 'the API server restarts after the history was compacted',
    strike: async (cluster) => {
      await cluster.apiServer.kill();
      await cluster.compact();
      await cluster.apiServer.restart();
    },
  },
];

describe.skipIf(!(await realServerAvailable()))('on a real API server', () => {
  let cluster: OwnRealCluster;
  let client: Client;
  let token: BoundToken;

  beforeAll(async () => {
    cluster = await startRealCluster();
    ({ client } = cluster);
    await cluster.install(memcachedCrd);
    token = await BoundToken.issue(cluster);
  });

  afterAll(async () => {
    await token.remove();
    await cluster.stop();
  });

  test.each([1, 2, 3])('converges after storm %i', (seed) => liveStorm(cluster, { seed }));

  test('a list is complete although its resource version expires between two pages', async () => {
    const labels = { of: 'pages' };
    const make = (name: string) =>
      client.create(ConfigMap, { metadata: { name, namespace: 'default', labels } });
    for (let index = 0; index < 6; index += 1) await make(`page-${index}`);
    let pages = 0;
    const transport: Transport = {
      ...cluster.transport,
      request: async (request) => {
        const response = await cluster.transport.request(request);
        pages += 1;
        if (pages > 1) return response;
        const text = await response.text();
        await make('page-6');
        await cluster.compact();
        return { ...response, text: async () => text };
      },
    };
    const { items } = await createClient(transport).list(ConfigMap, { labelSelector: labels, limit: 2 });

    expect(items.map(({ metadata }) => metadata.name).slice(0, 6)).toEqual(
      Array.from({ length: 6 }, (_, index) => `page-${index}`),
    );
    expect(pages).toBeGreaterThan(1);
    await client.deleteCollection(ConfigMap, { namespace: 'default', labelSelector: labels });
  });

  describe('an operator', () => {
    let world: World;
    let log: RecordingLogger;
    const stop = { now: async (): Promise<void> => {} };

    beforeEach(async () => {
      world = new World();
      log = new RecordingLogger();
      const ending = new AbortController();
      const transport = await kubeConfigTransport({ path: token.kubeConfig, timeouts: { idle } });
      const manager = memcachedOperator({ transport, world, log });
      const run = manager.start(ending.signal);
      stop.now = async () => {
        ending.abort();
        await run;
        await transport.close();
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
      // No controllers run here that would garbage-collect the dependents.
      await client.deleteCollection(ConfigMap, { namespace: 'default' });
    });

    test.each(faults)(
      '$fault: completes the work requested before, during and after it exactly once',
      async ({ strike }) => {
        const resized = client.patch(Memcached, lemon, mergePatch({ spec: { size: 4 } }));
        const struck = strike(cluster, token);
        // The response to this write may be lost when the server goes down.
        await resized.catch(() => undefined);
        await struck;
        await expect.poll(() => client.find(Memcached, lemon).then(Boolean, () => false), poll).toBe(true);
        await client.patch(Memcached, lemon, mergePatch({ spec: { size: 3 } }));
        await client.create(Memcached, { metadata: lime, spec: { size: 1 } });

        await expect.poll(() => whatIsWrong(client, world).catch(String), poll).toEqual([]);
        expect(world.overlaps).toEqual([]);
        expect(await ticketsTooMany(client)).toBe(0);
        expect(log.text.filter((line) => line.startsWith('error') && !expected.includes(line))).toEqual([]);
      },
    );
  });
});
