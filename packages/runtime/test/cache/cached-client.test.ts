import { describe, expect, test, vi } from 'vitest';
import { Cache } from '../../src/cache/cache.ts';
import { CachedClient } from '../../src/cache/cached-client.ts';
import type { Client } from '../../src/client/client.ts';
import type { LiveClient } from '../../src/client/live-client.ts';
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
  /** Loses the response to every later request. */
  lose: () => void;
}

/** A cache that holds Memcacheds `a` and `b` at version 10, and a server that answers writes with `written`. */
async function subject(written = memcached('a', 11, { size: 9 }), namespaces?: string[]): Promise<Subject> {
  const server = new ScriptedServer();
  const log = new RecordingLogger();
  const requests: string[] = [];
  let isLost = false;
  const live = new Proxy({} as LiveClient, {
    get: (_, verb: keyof LiveClient) =>
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
  test('of a declared kind send no request', async () => {
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

  test('of another kind go to the server, which is logged once', async () => {
    const { client, requests, log } = await subject();
    await client.find(Pool, a);
    await client.find(Pool, a);

    expect(requests).toEqual(['find', 'find']);
    expect(log.text).toEqual([
      'info cache miss: no controller watches this kind, so every read goes to the API server',
    ]);
  });

  test('with a key that has no namespace go to the live client, which rejects it', async () => {
    const { client, requests } = await subject();

    await client.find(Memcached, { name: 'a', namespace: undefined });
    await client.get(Memcached, { name: 'a', namespace: undefined });
    expect(requests).toEqual(['find', 'get']);
  });

  test('with a field selector or a resourceVersion go to the server', async () => {
    const { client, requests, server } = await subject();
    await client.list(Memcached, { fieldSelector: 'metadata.name=a' });
    await client.get(Memcached, a, { resourceVersion: '0' });

    expect(server.lists).toHaveLength(1);
    expect(requests).toEqual(['get']);
  });

  test('of an unwatched namespace go to the server', async () => {
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
  ])('by %s are visible to the next read', async (_, write) => {
    const { client } = await subject();
    const answer = await write(client);

    expect(await client.find(Memcached, a)).toBe(answer);
    expect(answer.spec.size).toBe(9);
  });

  test('of an object with a generated name are visible to the next read', async () => {
    const { client } = await subject(memcached('made-up', 11));
    await client.create(Memcached, {
      metadata: { generateName: 'made-', namespace: 'default' },
      spec: { size: 1 },
    });

    expect(await client.find(Memcached, { name: 'made-up', namespace: 'default' })).toBeDefined();
  });

  test('with dryRun do not change the cache', async () => {
    const { client } = await subject();
    await client.apply(Memcached, { metadata: a, spec: { size: 9 } }, { dryRun: true });

    expect(await client.find(Memcached, a)).toMatchObject({ spec: { size: 1 } });
  });

  test('to an unwatched namespace do not change the cache, which would never receive the deletion', async () => {
    const { client } = await subject(memcached('a', 11, { metadata: { namespace: 'other' } }), ['default']);
    const elsewhere = { name: 'a', namespace: 'other' };
    await client.patch(Memcached, elsewhere, mergePatch({ spec: { size: 9 } }));
    await client.create(Memcached, { metadata: { generateName: 'a-' }, spec: { size: 9 } });

    expect((await client.list(Memcached)).items).toHaveLength(2);
  });

  test('of a subresource with a separate kind do not change the cache', async () => {
    const { client } = await subject();
    await client.patch(Memcached, a, mergePatch({ spec: { replicas: 9 } }), { subresource: 'scale' });

    expect(await client.find(Memcached, a)).toMatchObject({ spec: { size: 1 } });
  });

  test('that delete are visible to the next read', async () => {
    const { client } = await subject();
    await client.delete(Memcached, a);

    expect(await client.find(Memcached, a)).toBeUndefined();
    expect((await client.list(Memcached)).items).toHaveLength(1);
  });

  test('that delete an object with a finalizer keep it until the watch event', async () => {
    const { client, server } = await subject();
    const finalizers = ['cache.example.com/finalizer'];
    server.watch.send('MODIFIED', memcached('a', 12, { metadata: { finalizers } }));
    await settle();
    await client.delete(Memcached, a);

    expect(await client.find(Memcached, a)).toBeDefined();
  });
});

test('after a lost response, lists of that namespace bypass the cache until its own watch catches up', async () => {
  const { client, server, lose } = await subject(undefined, ['default', 'other']);
  server.listAnswer = () => ({ items: [], resourceVersion: '12' });
  lose();
  const unnamed = { metadata: { generateName: 'm-', namespace: 'default' }, spec: { size: 1 } };
  await expect(client.create(Memcached, unnamed)).rejects.toThrow('no response');

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

test('logs an index function that throws, and omits the object from the index', async () => {
  const { cache, log } = await subject();
  cache.addIndex(Memcached, 'broken', ({ metadata }) => {
    if (metadata.name === 'a') throw new Error('no such field');
    return ['all'];
  });

  expect(cache.withIndex(Memcached, 'broken', 'all')).toHaveLength(1);
  expect(log.text).toContain('error index function failed; the object is missing from this index');
});

test('lists synchronously from the cache, by namespace and labels', async () => {
  const { cache, requests } = await subject();

  expect(cache.list(Memcached).map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
  expect(cache.list(Memcached, { namespace: 'default', labelSelector: { tier: 'gold' } })).toHaveLength(1);
  expect(cache.list(Memcached, { labelSelector: 'tier notin (gold)' })).toHaveLength(1);
  expect(cache.list(Memcached, { namespace: 'other' })).toEqual([]);
  expect(() => cache.list(Pool)).toThrow('Pool (cache.example.com/v1) is not cached');
  expect(requests).toEqual([]);
});

test('finds owned and indexed objects without a request', async () => {
  const { cache, server } = await subject();
  cache.addIndex(Pool, 'owner-name', ({ spec }) => [spec.owner]);
  await settle();
  const owner = { name: 'a', uid: 'uid-of-a' };
  server.watch.send('ADDED', pool('p', 4, owner)).bookmark(10, { endsInitialEvents: true });
  await cache.waitForSync([Pool]);

  expect(cache.ownedBy(Pool, memcached('a', 2))).toHaveLength(1);
  expect(cache.withIndex(Pool, 'owner-name', 'a')).toHaveLength(1);
});

describe('repeated apply', () => {
  test('remembers a configuration by a hash, not by its text', async () => {
    const { client } = await subject();
    const add = vi.spyOn(Set.prototype, 'add');
    try {
      await client.apply(Memcached, { metadata: { ...a, annotations: { key: 'top-secret' } } });
      const remembered = add.mock.calls.flat().filter((value) => typeof value === 'string');
      expect(remembered).toContainEqual(expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/));
      expect(remembered.join()).not.toContain('top-secret');
    } finally {
      add.mockRestore();
    }
  });

  const nine = { metadata: a, spec: { size: 9 } };

  test('sends nothing while the object is unchanged', async () => {
    const { client, requests, server } = await subject();
    await client.apply(Memcached, nine);
    server.watches[0]?.send('MODIFIED', memcached('a', 11, { size: 9 }));
    await settle();

    expect(await client.apply(Memcached, nine)).toMatchObject({ spec: { size: 9 } });
    expect(requests).toEqual(['apply']);
  });

  test('sends a request if another client changed the object', async () => {
    const { client, requests, server } = await subject();
    await client.apply(Memcached, nine);
    server.watches[0]?.send('MODIFIED', memcached('a', 12, { size: 1 }));
    await settle();

    await client.apply(Memcached, nine);
    expect(requests).toEqual(['apply', 'apply']);
  });

  test('sends a request for a different object or another field manager', async () => {
    const { client, requests } = await subject();
    await client.apply(Memcached, nine);
    await client.apply(Memcached, { metadata: a, spec: { size: 8 } });
    await client.apply(Memcached, { metadata: a, spec: { size: 8 } }, { fieldManager: 'another' });

    expect(requests).toEqual(['apply', 'apply', 'apply']);
  });

  test('sends one request for the object and one for its status', async () => {
    const { client, requests } = await subject();
    const all = { ...nine, status: { readyReplicas: 9 } };
    for (let round = 0; round < 2; round += 1) {
      await client.apply(Memcached, all);
      await client.apply(Memcached, all, { subresource: 'status' });
    }
    expect(requests).toEqual(['apply', 'apply']);
  });

  test('always sends a request for a subresource with a separate kind', async () => {
    const { client, requests } = await subject();
    await client.apply(Memcached, nine, { subresource: 'scale' });
    await client.apply(Memcached, nine, { subresource: 'scale' });
    expect(requests).toEqual(['apply', 'apply']);
  });
});
