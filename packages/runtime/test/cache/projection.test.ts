import { expect, test } from 'vitest';
import { Cache } from '../../src/cache/cache.ts';
import { createClient } from '../../src/client/create-client.ts';
import { projectionOf } from '../../src/objects/views.ts';
import { ScriptedTransport } from '../client/scripted-transport.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Memcached, memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

const Sized = projectionOf(Memcached, ({ metadata, spec }) => {
  if (metadata.name === 'odd') throw new TypeError('no size');
  return { size: spec.size };
});

const bookmark = {
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion: '10', annotations: { 'k8s.io/initial-events-end': 'true' } } },
};

test('logs a projection that throws with the name of the object, and keeps the kind synced', async () => {
  const events = [
    { type: 'ADDED', object: memcached('odd', 1) },
    { type: 'ADDED', object: memcached('a', 2) },
    bookmark,
    { type: 'MODIFIED', object: memcached('odd', 11) },
    { type: 'MODIFIED', object: memcached('a', 12, { size: 7 }) },
  ];
  const pieces = events.map((event) => `${JSON.stringify(event)}\n`);
  const log = new RecordingLogger();
  const cache = new Cache({
    client: createClient(new ScriptedTransport({ pieces, staysOpen: true })),
    clock: new FakeClock(),
    random: () => 0,
    log,
    freeze: true,
    namespaces: undefined,
  });
  cache.declare(Sized);
  cache.start();
  await settle();

  expect(cache.find(Sized, { name: 'a', namespace: 'default' })).toMatchObject({ size: 7 });
  const odd = cache.find(Sized, { name: 'odd', namespace: 'default' });
  expect(odd?.metadata.resourceVersion).toBe('11');
  expect(odd).not.toHaveProperty('size');
  expect(log.text).toEqual(
    Array(2).fill('error projection failed; only the metadata of the object is cached'),
  );
  expect(log.lines.find(({ level }) => level === 'error')?.fields).toMatchObject({ object: 'default/odd' });
  expect(cache.status()[0]?.problems).toEqual([]);
  await cache.stop();
});

test('a read fails with the name of the object if the projection throws', async () => {
  const client = createClient(new ScriptedTransport({ body: memcached('odd', 1) }));

  await expect(client.get(Sized, { name: 'odd', namespace: 'default' })).rejects.toThrow(
    'projection of Memcached default/odd failed: no size',
  );
});
