import { describe, expect, test } from 'vitest';
import { Cache } from '../../src/cache/cache.ts';
import { CachedClient } from '../../src/cache/cached-client.ts';
import type { KindSelection } from '../../src/cache/kind-selection.ts';
import type { LiveClient } from '../../src/client/live-client.ts';
import { mergePatch } from '../../src/client/patch.ts';
import { metadataOf, projectionOf } from '../../src/objects/views.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Memcached, memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { ScriptedServer } from '../support/scripted-server.ts';

const gold = { metadata: { labels: { tier: 'gold' } } };
const a = { name: 'a', namespace: 'default' };

class Subject {
  readonly server = new ScriptedServer();
  readonly requests: string[] = [];
  /** The response to every request except list and watch. */
  answer: Memcached | undefined;
  readonly live = new Proxy({} as LiveClient, {
    get: (_, verb: keyof LiveClient) =>
      verb === 'list' || verb === 'watch'
        ? this.server.client[verb]
        : async () => {
            this.requests.push(verb);
            return this.answer;
          },
  });
  readonly cache = new Cache({
    client: this.live,
    clock: new FakeClock(),
    random: () => 0,
    log: new RecordingLogger(),
    freeze: true,
    namespaces: undefined,
  });
  readonly client = new CachedClient({ live: this.live, cache: this.cache, log: new RecordingLogger() });

  /** Starts the cache with one Memcached, labelled tier=gold. */
  async start(selection: KindSelection): Promise<this> {
    this.cache.configure(Memcached, selection);
    this.cache.declare(Memcached);
    this.cache.start();
    await settle();
    this.server.watch.send('ADDED', memcached('a', 2, gold)).bookmark(10, { endsInitialEvents: true });
    await this.cache.waitForSync();
    return this;
  }
}

test('sends the selectors and the namespace to the server', async () => {
  const { server } = await new Subject().start({
    labelSelector: { tier: 'gold' },
    fieldSelector: 'metadata.name=a',
    namespaces: ['default'],
  });
  expect(server.watch.options).toMatchObject({
    labelSelector: { tier: 'gold' },
    fieldSelector: 'metadata.name=a',
    namespace: 'default',
  });
});

test('finds an unselected object on the server, but does not list it', async () => {
  const subject = await new Subject().start({ labelSelector: 'tier=gold' });
  const { client, requests } = subject;
  expect(await client.find(Memcached, a)).toMatchObject({ metadata: { name: 'a' } });
  expect(requests).toEqual([]);

  subject.answer = memcached('b', 3);
  expect(await client.find(Memcached, { ...a, name: 'b' })).toMatchObject({ metadata: { name: 'b' } });
  expect(requests).toEqual(['find']);
  expect((await client.list(Memcached)).items).toHaveLength(1);
});

test('caches an object that we write only if it matches the selector', async () => {
  const subject = await new Subject().start({ labelSelector: 'tier=gold' });
  const { client, cache } = subject;
  subject.answer = memcached('c', 11, gold);
  await client.create(Memcached, { metadata: { name: 'c', namespace: 'default' }, spec: { size: 1 } });
  expect(cache.find(Memcached, { ...a, name: 'c' })).toBeDefined();

  subject.answer = memcached('d', 12);
  await client.create(Memcached, { metadata: { name: 'd', namespace: 'default' }, spec: { size: 1 } });
  expect(cache.find(Memcached, { ...a, name: 'd' })).toBeUndefined();
});

test('keeps an object that our write deselects until the watch delivers its deletion', async () => {
  const subject = await new Subject().start({ labelSelector: 'tier=gold' });
  const { client, cache, server } = subject;
  const changes: string[] = [];
  cache.declare(Memcached).onChange(({ type, own }) => changes.push(`${type}${own ? ' by us' : ''}`));
  subject.answer = memcached('a', 11);
  await client.patch(Memcached, a, mergePatch({ metadata: { labels: { tier: null } } }));
  expect(cache.find(Memcached, a)).toMatchObject(gold);

  server.watch.send('DELETED', memcached('a', 11));
  await settle();
  expect(cache.find(Memcached, a)).toBeUndefined();
  expect(changes).toEqual(['added', 'deleted']);
});

/** A Memcached in a namespace. */
function at(namespace: string, name: string, version: number, labels = {}): Memcached {
  return memcached(name, version, { metadata: { namespace, labels } });
}

async function startedWith(selection: KindSelection): Promise<Subject> {
  const subject = new Subject();
  subject.cache.configure(Memcached, selection);
  subject.cache.declare(Memcached);
  subject.cache.start();
  await settle();
  for (const watch of subject.server.watches) watch.bookmark(10, { endsInitialEvents: true });
  await subject.cache.waitForSync();
  return subject;
}

describe('selectors per namespace', () => {
  const namespaces = {
    default: { labelSelector: 'tier=gold' },
    shop: {},
    stage: { fieldSelector: 'metadata.name=a' },
  };

  test('open one watch for each namespace, with its selectors or those of the kind', async () => {
    const { cache, server } = await startedWith({ labelSelector: 'app=web', namespaces });
    expect(server.watches.map(({ options }) => options)).toMatchObject([
      { namespace: 'default', labelSelector: 'tier=gold' },
      { namespace: 'shop', labelSelector: 'app=web' },
      { namespace: 'stage', labelSelector: 'app=web', fieldSelector: 'metadata.name=a' },
    ]);
    expect(cache.status()).toMatchObject([
      {
        namespaces: ['default', 'shop', 'stage'],
        watches: [
          { namespace: 'default', labelSelector: 'tier=gold', fieldSelector: undefined },
          { namespace: 'shop', labelSelector: 'app=web', fieldSelector: undefined },
          { namespace: 'stage', labelSelector: 'app=web', fieldSelector: 'metadata.name=a' },
        ],
      },
    ]);
  });

  test('decide per namespace which reads go to the server', async () => {
    const { client, requests, server } = await startedWith({ namespaces });
    server.watches[1]?.send('ADDED', at('shop', 'b', 11));
    await settle();
    await client.find(Memcached, { name: 'b', namespace: 'shop' });
    await client.find(Memcached, { name: 'none', namespace: 'shop' });
    expect(requests).toEqual([]);
    await client.find(Memcached, { name: 'none', namespace: 'default' });
    await client.find(Memcached, { name: 'none', namespace: 'elsewhere' });
    expect(requests).toEqual(['find', 'find']);
    expect((await client.list(Memcached, { namespace: 'shop' })).items).toHaveLength(1);
    expect(requests).toHaveLength(2);
  });

  test('decide per namespace which writes are cached', async () => {
    const subject = await startedWith({ namespaces });
    const { cache, client } = subject;
    const create = async (object: Memcached): Promise<unknown> => {
      subject.answer = object;
      const { name, namespace = '' } = object.metadata;
      await client.create(Memcached, { metadata: { name, namespace }, spec: { size: 1 } });
      return cache.find(Memcached, { name, namespace });
    };
    expect(await create(at('shop', 'plain', 11))).toBeDefined();
    expect(await create(at('default', 'plain', 12))).toBeUndefined();
    expect(await create(at('default', 'gold', 13, { tier: 'gold' }))).toBeDefined();
    expect(await create(at('stage', 'a', 14))).toBeUndefined();
  });

  test('need at least one namespace', () => {
    expect(() => new Subject().cache.configure(Memcached, { namespaces: {} })).toThrow('namespaces is empty');
  });
});

test('refuses to configure a kind that is already declared', () => {
  const { cache } = new Subject();
  cache.declare(Memcached);
  expect(() => cache.configure(Memcached, { labelSelector: 'tier=gold' })).toThrow(
    'Memcached (cache.example.com/v1) is already cached: call configure before a controller watches it',
  );
});

test('caches whole objects, metadata and projections of a kind separately', () => {
  const { cache } = new Subject();
  const Sized = projectionOf(Memcached, ({ spec }) => ({ size: spec.size }));
  const whole = cache.declare(Memcached);
  const metadata = cache.declare(metadataOf(Memcached));
  const sized = cache.declare(Sized);

  expect(new Set<object>([whole, metadata, sized]).size).toBe(3);
  expect(cache.declare(metadataOf(Memcached))).toBe(metadata);
  expect(cache.declare(Sized)).toBe(sized);
});

test('stops watching a forgotten kind, which can be declared again', async () => {
  const { cache, server } = await new Subject().start({ labelSelector: 'tier=gold' });
  const { signal } = server.watch.options;
  await cache.forget(Memcached);
  expect(signal?.aborted).toBe(true);
  expect(cache.status()).toEqual([]);

  cache.declare(Memcached);
  await settle();
  expect(server.watches).toHaveLength(2);
  await cache.stop();
});
