import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Informer } from '../../src/cache/informer.ts';
import { storeKeyOf } from '../../src/cache/store-key.ts';
import { WorkQueue } from '../../src/queue/work-queue.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { FaultyServer, type Fault } from '../support/faulty-server.ts';
import { Memcached, type Memcached as MemcachedObject } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

const names = ['a', 'b', 'c'];

/** What happens next: to the objects, to the connection, or just time going by. */
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), name: fc.constantFrom(...names) }),
  fc.record({ do: fc.constant('delete' as const), name: fc.constantFrom(...names) }),
  fc.record({
    do: fc.constant('fault' as const),
    fault: fc.constantFrom<Fault>('end', 'reset', 'stall', 'expire', 'throttle', 'crash', 'garble'),
  }),
  fc.record({ do: fc.constant('wait' as const), for: fc.constantFrom(1, 500, 5_000, 60_000) }),
);

test('whatever the server does to its watches, the store and those who hear of changes end at the truth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, streams) => {
      const clock = new FakeClock();
      const server = new FaultyServer({ clock, streams });
      const queue = new WorkQueue({ clock });
      const log = new RecordingLogger();
      const informer = new Informer<MemcachedObject>(Memcached, {
        client: server.client,
        clock,
        random: () => 0,
        log,
        freeze: true,
        namespaces: undefined,
      });
      const running = new Set<string>();
      /** What the last reconcile of each object saw. */
      const reconciled = new Map<string, string>();
      const work = async (): Promise<void> => {
        for (let next = await queue.take(); next !== undefined; next = await queue.take()) {
          const { key } = next;
          expect(running.has(key), 'one object, one reconcile').toBe(false);
          running.add(key);
          await Promise.resolve();
          const seen = informer.store.get(key);
          if (seen === undefined) reconciled.delete(key);
          else reconciled.set(key, seen.metadata.resourceVersion);
          running.delete(key);
          queue.done(key);
        }
      };
      const workers = [work(), work()];
      informer.onChange(({ object }) => queue.add(storeKeyOf(object)));
      informer.start();

      for (const next of steps) {
        if (next.do === 'write') server.write(next.name);
        else if (next.do === 'delete') server.delete(next.name);
        else if (next.do === 'fault') server.fail(next.fault);
        else await clock.advance(next.for);
      }
      server.heal();
      // A stalled connection is given up after 295 s; then come at most two waits of a minute.
      await clock.advance(10 * 60_000);

      const shown = [...informer.store.keys()].map((key) => [
        key,
        informer.store.get(key)?.metadata.resourceVersion,
      ]);
      expect(Object.fromEntries(shown)).toEqual(server.truth);
      expect(Object.fromEntries(reconciled)).toEqual(server.truth);
      expect(informer.isSynced).toBe(true);
      expect(log.text).not.toContain('error a change handler failed');

      await informer.stop();
      await queue.shutDown();
      await Promise.all(workers);
      await settle();
      expect(clock.pending, 'timers that are left').toBe(0);
      expect(server.openWatches, 'watches that are left').toBe(0);
    }),
    { numRuns: 500 },
  );
});
