import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/cache/change.ts';
import { Informer } from '../../src/cache/informer.ts';
import { storeKeyOf } from '../../src/cache/store-key.ts';
import { WorkQueue } from '../../src/queue/work-queue.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { FaultyServer, type Fault } from '../support/faulty-server.ts';
import { Memcached, type Memcached as MemcachedObject } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

const names = ['a', 'b', 'c'];

const faults = [
  ...(['end', 'reset', 'stall', 'expire', 'throttle', 'crash', 'garble'] as const),
  ...(['repeat', 'swap', 'bookmark'] as const),
] as const;

/** One step: a change to an object, a fault of the connection, or a wait. */
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), name: fc.constantFrom(...names) }),
  fc.record({ do: fc.constant('delete' as const), name: fc.constantFrom(...names) }),
  fc.record({
    do: fc.constantFrom('our write', 'our delete'),
    name: fc.constantFrom(...names),
    answer: fc.constantFrom('at once', 'late', 'lost'),
  }),
  fc.record({
    do: fc.constant('fault' as const),
    fault: fc.constantFrom<Fault>(...faults),
  }),
  fc.record({ do: fc.constant('wait' as const), for: fc.constantFrom(1, 500, 5_000, 60_000) }),
);

test('the store and the change handlers converge to the state of the server after any watch faults', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, streams, isSynced) => {
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
        const audience = new Audience();
        informer.onChange((change) => {
          audience.hear(change);
          queue.add(storeKeyOf(change.object));
        });
        informer.start();
        if (isSynced) await clock.advance(1);
        /** Completes our writes whose responses are delayed. */
        const late: (() => void)[] = [];

        for (const next of steps) {
          if (next.do === 'write') server.write(next.name);
          else if (next.do === 'delete') server.delete(next.name);
          else if (next.do === 'fault') server.fail(next.fault);
          else if (next.do === 'wait') await clock.advance(next.for);
          else {
            const write = ourWrite(informer, server, next);
            const settle = (): void => {
              const before = informer.store.get(`default/${next.name}`);
              write();
              if (before !== informer.store.get(`default/${next.name}`)) audience.forget(before);
            };
            if (next.answer === 'late') late.push(settle);
            else settle();
          }
          for (const object of informer.store.values()) audience.read(object);
        }
        for (const settle of late) settle();
        server.heal();
        // The reflector drops a stalled connection after 295 s, then waits at most twice for a minute.
        await clock.advance(10 * 60_000);

        const shown = [...informer.store.keys()].map((key) => [
          key,
          informer.store.get(key)?.metadata.resourceVersion,
        ]);
        expect(Object.fromEntries(shown)).toEqual(server.truth);
        expect(Object.fromEntries(reconciled)).toEqual(server.truth);
        const misses = !isSynced || steps.some((each) => each.do === 'fault' && each.fault === 'expire');
        for (const name of names) audience.expectToKnow(name, server.versions.get(name) ?? [], { misses });
        expect(informer.isSynced).toBe(true);
        expect(log.text).not.toContain('error change handler failed');

        await informer.stop();
        await queue.shutDown();
        await Promise.all(workers);
        await settle();
        expect(clock.pending, 'timers that are left').toBe(0);
        expect(server.openWatches, 'watches that are left').toBe(0);
      },
    ),
    { numRuns: 500 },
  );
});

/** Writes through the cache; the returned function delivers the response, before or after the watch event. */
function ourWrite(
  informer: Informer<MemcachedObject>,
  server: FaultyServer,
  { do: what, name, answer }: { do: string; name: string; answer: string },
): () => void {
  const write = informer.write({ name, namespace: 'default' });
  if (what === 'our write') {
    const object = server.write(name);
    return () => (answer === 'lost' ? write.abandoned() : write.wrote(object));
  }
  server.delete(name);
  return () => (answer === 'lost' ? write.abandoned() : write.deleted());
}

/** Records delivered changes and reads, and checks them against each other. */
class Audience {
  readonly #known = new Map<string, MemcachedObject>();
  /** The delivered versions, by name. */
  readonly #told = new Map<string, string[]>();
  readonly #read = new Map<string, Set<string>>();
  /** The names of objects of which a version was not delivered. */
  readonly #missed = new Set<string>();

  hear(change: Change<MemcachedObject>): void {
    const { name, uid, resourceVersion } = change.object.metadata;
    const known = this.#known.get(name);
    if (change.type === 'added') expect(known, 'added twice').toBeUndefined();
    else expect(known?.metadata.uid, `${change.type} what is not known`).toBe(uid);
    if (change.type === 'updated') expect(change.old, 'from another state').toBe(known);
    if (change.type === 'deleted') this.#known.delete(name);
    else this.#known.set(name, change.object);
    const told = this.#told.get(name) ?? [];
    // A deletion found by a relist is delivered with the last known state.
    if (told.at(-1) === resourceVersion) this.#missed.add(name);
    else this.#told.set(name, [...told, resourceVersion]);
  }

  read({ metadata: { name, resourceVersion } }: MemcachedObject): void {
    this.#read.set(name, (this.#read.get(name) ?? new Set()).add(resourceVersion));
  }

  /** Our own write replaced this state. */
  forget(object: MemcachedObject | undefined): void {
    if (object !== undefined) this.#read.get(object.metadata.name)?.delete(object.metadata.resourceVersion);
  }

  expectToKnow(name: string, versions: readonly string[], { misses }: { misses: boolean }): void {
    const told = this.#told.get(name) ?? [];
    const newest = told.map(Number).toSorted((a, b) => a - b);
    expect(told.map(Number), `${name} in order`).toEqual(newest);
    for (const version of this.#read.get(name) ?? [])
      expect(told, `${name} as it was read`).toContain(version);
    // No version is skipped after the first, unless a relist replaced the events.
    if (!misses && !this.#missed.has(name) && told.length > 0)
      expect(told).toEqual(versions.slice(-told.length));
  }
}
