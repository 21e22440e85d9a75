import { expect, test } from 'vitest';
import { measureCache } from '../../src/cache/cache-metrics.ts';
import { Cache } from '../../src/cache/cache.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FaultyServer } from '../support/faulty-server.ts';
import { Memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

test('reports the number of objects and the state of the watch for every cached kind', async () => {
  const clock = new FakeClock();
  const server = new FaultyServer({ clock, streams: true });
  const log = new RecordingLogger();
  const cache = new Cache({
    client: server.client,
    clock,
    random: () => 0,
    log,
    freeze: true,
    namespaces: undefined,
  });
  const metrics = new Metrics();
  measureCache(metrics, cache);
  const shown = (): string[] =>
    metrics
      .text()
      .split('\n')
      .flatMap(
        (line) =>
          /^opgen_cache_(.*)\{.*kind="Memcached",view=""\} (.*)$/.exec(line)?.slice(1).join(' ') ?? [],
      );
  cache.declare(Memcached);
  expect(shown()).toEqual(['objects 0', 'synced 0', 'relists_total 0']);

  server.write('a');
  server.write('b');
  cache.start();
  await clock.advance(5_000);
  expect(shown()).toEqual(['objects 2', 'synced 1', 'relists_total 0', 'watch_idle_seconds 5']);

  server.fail('expire');
  await clock.advance(5_000);
  expect(shown()).toEqual(['objects 2', 'synced 1', 'relists_total 1', 'watch_idle_seconds 5']);
  await cache.stop();
});
