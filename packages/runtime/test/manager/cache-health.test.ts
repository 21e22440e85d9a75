import { expect, test } from 'vitest';
import { Cache } from '../../src/cache/cache.ts';
import { watchHealth } from '../../src/manager/cache-health.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FaultyServer } from '../support/faulty-server.ts';
import { Memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

const minute = 60_000;

test('reports a watch without events for ten minutes, until the server responds again', async () => {
  const clock = new FakeClock();
  const server = new FaultyServer({ clock, streams: true });
  const options = { client: server.client, clock, random: () => 0.5, log: new RecordingLogger() };
  const cache = new Cache({ ...options, freeze: true, namespaces: undefined });
  const check = watchHealth(cache);
  cache.declare(Memcached);
  cache.start();
  server.write('a');
  await clock.advance(30 * minute);
  // Nothing changes, but the server ends its watches on time and accepts new ones.
  expect(check).not.toThrow();

  server.down = true;
  await clock.advance(5 * minute);
  expect(check).not.toThrow();
  await clock.advance(6 * minute);
  expect(check).toThrow(
    /^Memcached \(cache.example.com\/v1\): no watch event for 1[0-4] minutes \(.*etcdserver/,
  );

  server.down = false;
  server.write('b');
  await clock.advance(minute);
  expect(check).not.toThrow();
  await cache.stop();
});
