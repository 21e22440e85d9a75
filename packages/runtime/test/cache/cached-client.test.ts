import { describe, expect, test } from 'vitest';
import { Cache } from '../../src/cache/cache.ts';
import { CachedClient } from '../../src/cache/cached-client.ts';
import type { Client } from '../../src/client/client.ts';
import { mergePatch } from '../../src/client/patch.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Memcached, memcached, Pool, pool } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { ScriptedServer } from '../support/scripted-server.ts';

interface Subject {
  client: Client;
  cache: Cache;
  server: ScriptedServer;
  log: RecordingLogger;
  /** The requests that reached the server. */
  requests: string[];
  /** From now on no answer to a write arrives. */
  lose: () => void;
}

/** A cache that holds Memcacheds `a` and `b` at version 10, and a server whose writes answer as given. */
async function subject(written = memcached('a', 11, { size: 9 }), namespaces?: string[]): Promise<Subject> {
  const server = new ScriptedServer();
  const log = new RecordingLogger();
  const requests: string[] = [];
  let isLost = false;
  const live = new Proxy({} as Client, {
    get: (_, verb: keyof Client) =>
      verb === 'list' || verb === 'watch' ? server.client[verb] : answer(verb),
  });
  const answer = (verb: string) => async () => {
    requests.push(verb);
    if (isLost) throw new ConnectionError('https://10.0.0.1', new Error('socket hang up'));
    return verb === 'delete' || verb === 'find' ? undefined : written;
  };
  const cache = new Cache({
    client: live,
    clock: new FakeClock(),
    random: () => 0,
    log,
    freeze: true,
    namespaces,
  });
  cache.declare(Memcached);
  cache.start();
  await settle();
  for (const watch of server.watches) {
    watch.send('ADDED', memcached('a', 2, { metadata: { labels: { tier: 'gold' } } }));
    watch.send('ADDED', memcached('b', 3)).bookmark(10, { endsInitialEvents: true });
  }
  await cache.waitForSync();
  return {
    client: new CachedClient({ live, cache, log }),
    cache,
    server,
    log,
    requests,
    lose: () => (isLost = true),
  };
}

const a = { name: 'a', namespace: 'default' };

describe('reads', () => {
  test('of a declared kind ask nothing of the server', async () => {
    const { client, requests, server } = await subject();

    expect(await client.find(Memcached, a)).toMatchObject({ spec: { size: 1 } });
    expect(await client.get(Memcached, a)).toMatchObject({ spec: { size: 1 } });
    expect(await client.find(Memcached, { name: 'z', namespace: 'default' })).toBeUndefined();
    expect((await client.list(Memcached)).items).toHaveLength(2);
    expect((await client.list(Memcached, { labelSelector: 'tier in (gold)' })).items).toHaveLength(1);
    expect((await client.list(Memcached, { namespace: 'other' })).items).toEqual([]);
    expect(await client.list(Memcached, { labelSelector: { tier: 'gold' } })).toMatchObject({
      resourceVersion: '10',
    });
    expect(requests).toEqual([]);
    expect(server.lists).toEqual([]);
  });

  test('of another kind go to the server, and say so once', async () => {
    const { client, requests, log } = await subject();
    await client.find(Pool, a);
    await client.find(Pool, a);

    expect(requests).toEqual(['find', 'find']);
    expect(log.text).toEqual([
      'info cache miss: no controller watches this kind, so every read goes to the API server',
    ]);
  });

  test('that only the server can answer go to the server', async () => {
    const { client, requests, server } = await subject();
    await client.list(Memcached, { fieldSelector: 'metadata.name=a' });
    await client.get(Memcached, a, { resourceVersion: '0' });

    expect(server.lists).toHaveLength(1);
    expect(requests).toEqual(['get']);
  });

  test('of a namespace that is not watched go to the server', async () => {
    const { client, requests } = await subject(undefined, ['default']);
    await client.find(Memcached, { name: 'a', namespace: 'other' });

    expect(requests).toEqual(['find']);
  });
});

describe('writes', () => {
  test.each([
    ['apply', (client: Client) => client.apply(Memcached, { metadata: a, spec: { size: 9 } })],
    ['update', (client: Client) => client.update(Memcached, memcached('a', 2, { size: 9 }))],
    ['patch', (client: Client) => client.patch(Memcached, a, mergePatch({ spec: { size: 9 } }))],
    ['patchStatus', (client: Client) => client.patchStatus(Memcached, memcached('a', 2), {})],
    ['updateStatus', (client: Client) => client.updateStatus(Memcached, memcached('a', 2))],
  ])('by %s are seen by the next read', async (_, write) => {
    const { client } = await subject();
    const answer = await write(client);

    expect(await client.find(Memcached, a)).toBe(answer);
    expect(answer.spec.size).toBe(9);
  });

  test('of a new object with a name that the server chose are seen by the next read', async () => {
    const { client } = await subject(memcached('made-up', 11));
    await client.create(Memcached, {
      metadata: { generateName: 'made-', namespace: 'default' },
      spec: { size: 1 },
    });

    expect(await client.find(Memcached, { name: 'made-up', namespace: 'default' })).toBeDefined();
  });

  test('that only pretend leave the cache alone', async () => {
    const { client } = await subject();
    await client.apply(Memcached, { metadata: a, spec: { size: 9 } }, { dryRun: true });

    expect(await client.find(Memcached, a)).toMatchObject({ spec: { size: 1 } });
  });

  test('to a namespace that nobody watches leave the cache alone, as it would never hear of their end', async () => {
    const { client } = await subject(memcached('a', 11, { metadata: { namespace: 'other' } }), ['default']);
    const elsewhere = { name: 'a', namespace: 'other' };
    await client.patch(Memcached, elsewhere, mergePatch({ spec: { size: 9 } }));
    await client.create(Memcached, { metadata: { generateName: 'a-' }, spec: { size: 9 } });

    expect((await client.list(Memcached)).items).toHaveLength(2);
  });

  test('of a subresource with a kind of its own leave the cache alone', async () => {
    const { client } = await subject();
    await client.patch(Memcached, a, mergePatch({ spec: { replicas: 9 } }), { subresource: 'scale' });

    expect(await client.find(Memcached, a)).toMatchObject({ spec: { size: 1 } });
  });

  test('that delete are seen by the next read', async () => {
    const { client } = await subject();
    await client.delete(Memcached, a);

    expect(await client.find(Memcached, a)).toBeUndefined();
    expect((await client.list(Memcached)).items).toHaveLength(1);
  });

  test('that delete an object with a finalizer wait for the watch to say what became of it', async () => {
    const { client, server } = await subject();
    const finalizers = ['cache.example.com/finalizer'];
    server.watch.send('MODIFIED', memcached('a', 12, { metadata: { finalizers } }));
    await settle();
    await client.delete(Memcached, a);

    expect(await client.find(Memcached, a)).toBeDefined();
  });
});

test('a lost answer leaves the lists of its namespace in doubt, however far the watch of another has come', async () => {
  const { client, server, lose } = await subject(undefined, ['default', 'other']);
  server.listAnswer = () => ({ items: [], resourceVersion: '12' });
  lose();
  const unnamed = { metadata: { generateName: 'm-', namespace: 'default' }, spec: { size: 1 } };
  await expect(client.create(Memcached, unnamed)).rejects.toThrow('no answer');

  await client.list(Memcached, { namespace: 'other' });
  expect(server.lists).toHaveLength(0);
  await client.list(Memcached, { namespace: 'default' });
  server.watches[1]?.bookmark(20);
  await settle();
  await client.list(Memcached, { namespace: 'default' });
  await client.list(Memcached);
  expect(server.lists).toHaveLength(3);

  server.watches[0]?.bookmark(12);
  await settle();
  expect(await client.list(Memcached)).toMatchObject({ resourceVersion: '12' });
  expect(server.lists).toHaveLength(3);
});

test('an index function that throws is reported, and files the object nowhere', async () => {
  const { cache, log } = await subject();
  cache.addIndex(Memcached, 'broken', ({ metadata }) => {
    if (metadata.name === 'a') throw new Error('no such field');
    return ['all'];
  });

  expect(cache.withIndex(Memcached, 'broken', 'all')).toHaveLength(1);
  expect(log.text).toContain('error index function failed; the object is missing from this index');
});

test('owned objects and indexed objects are found without a request', async () => {
  const { cache, server } = await subject();
  cache.addIndex(Pool, 'owner-name', ({ spec }) => [spec.owner]);
  await settle();
  const owner = { name: 'a', uid: 'uid-of-a' };
  server.watch.send('ADDED', pool('p', 4, owner)).bookmark(10, { endsInitialEvents: true });
  await cache.waitForSync([Pool]);

  expect(cache.ownedBy(Pool, memcached('a', 2))).toHaveLength(1);
  expect(cache.withIndex(Pool, 'owner-name', 'a')).toHaveLength(1);
});

describe('applying the same again', () => {
  const nine = { metadata: a, spec: { size: 9 } };

  test('sends nothing while the object is as it was left', async () => {
    const { client, requests, server } = await subject();
    await client.apply(Memcached, nine);
    server.watches[0]?.send('MODIFIED', memcached('a', 11, { size: 9 }));
    await settle();

    expect(await client.apply(Memcached, nine)).toMatchObject({ spec: { size: 9 } });
    expect(requests).toEqual(['apply']);
  });

  test('sends it when somebody has changed the object', async () => {
    const { client, requests, server } = await subject();
    await client.apply(Memcached, nine);
    server.watches[0]?.send('MODIFIED', memcached('a', 12, { size: 1 }));
    await settle();

    await client.apply(Memcached, nine);
    expect(requests).toEqual(['apply', 'apply']);
  });

  test('sends what differs, and what another manager applies', async () => {
    const { client, requests } = await subject();
    await client.apply(Memcached, nine);
    await client.apply(Memcached, { metadata: a, spec: { size: 8 } });
    await client.apply(Memcached, { metadata: a, spec: { size: 8 } }, { fieldManager: 'another' });

    expect(requests).toEqual(['apply', 'apply', 'apply']);
  });

  test('to the object and to its status are two things, each sent once', async () => {
    const { client, requests } = await subject();
    const all = { ...nine, status: { readyReplicas: 9 } };
    for (let round = 0; round < 2; round += 1) {
      await client.apply(Memcached, all);
      await client.apply(Memcached, all, { subresource: 'status' });
    }
    expect(requests).toEqual(['apply', 'apply']);
  });

  test('to a subresource with a kind of its own is sent each time', async () => {
    const { client, requests } = await subject();
    await client.apply(Memcached, nine, { subresource: 'scale' });
    await client.apply(Memcached, nine, { subresource: 'scale' });
    expect(requests).toEqual(['apply', 'apply']);
  });
});
