import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import { ControllerBuilder, type PrimaryControllerBuilder } from '../../src/controller/controller-builder.ts';
import { changedIn } from '../../src/controller/predicates.ts';
import { done } from '../../src/controller/result.ts';
import { settle } from '../support/fake-clock.ts';
import { Memcached, memcached, Pool, pool } from '../support/objects.ts';
import { Subject } from './subject.ts';

let subject: Subject;

afterEach(async () => {
  await subject.controller?.stop();
  await subject.cache.stop();
  expect(subject.clock.pending).toBe(0);
});

/** A source of prices that a test writes. */
class Prices {
  readonly signals: AbortSignal[] = [];
  #queue: (string | Error | undefined)[] = [];
  #wake = (): void => undefined;

  /** A value, an error to throw, or `undefined` for the end. */
  give(value: string | Error | undefined): void {
    this.#queue.push(value);
    this.#wake();
  }

  readonly open = async function* (this: Prices, signal: AbortSignal): AsyncGenerator<{ item: string }> {
    this.signals.push(signal);
    signal.addEventListener('abort', () => this.#wake());
    for (;;) {
      if (signal.aborted) return;
      const waiting = this.#queue.length === 0;
      if (waiting) await new Promise<void>((resolve) => (this.#wake = resolve));
      if (waiting) continue;
      const value = this.#queue.shift();
      if (value === undefined) return;
      if (value instanceof Error) throw value;
      yield { item: value };
    }
  }.bind(this);
}

const named =
  (prices: Prices) =>
  (builder: PrimaryControllerBuilder): PrimaryControllerBuilder =>
    builder.source(prices.open, ({ item }) => [{ name: item, namespace: 'default' }], { name: 'prices' });

function refusedByTheCompiler(builder: PrimaryControllerBuilder, prices: Prices): void {
  // @ts-expect-error: these values are not requests.
  builder.source(prices.open);
  builder.source(prices.open, (value) => {
    expectTypeOf(value).toEqualTypeOf<{ item: string }>();
    return [];
  });
}

describe('values of a source', () => {
  test('reconcile the objects that the map function returns', async () => {
    const prices = new Prices();
    subject = await new Subject().start([], named(prices));
    prices.give('a');
    await settle();
    expect(subject.names).toEqual(['a']);
    expect(subject.causes).toEqual(['source prices']);
  });

  test('that are requests need no map function', async () => {
    const requests = (async function* () {
      yield { name: 'a', namespace: 'default' };
    })();
    subject = await new Subject().start([], (builder) => builder.source(requests));
    expect(subject.names).toEqual(['a']);
    expect(subject.log.text).toContain('info source ended; it will not be reopened');
  });

  test('continue after a failure, when the source is reopened with backoff', async () => {
    const prices = new Prices();
    subject = await new Subject().start([], named(prices));
    prices.give(new Error('connection reset'));
    await settle();
    expect(prices.signals).toHaveLength(1);
    await subject.clock.advance(1_000);
    expect(prices.signals).toHaveLength(2);
    prices.give(new Error('connection reset'));
    await subject.clock.advance(1_000);
    expect(prices.signals).toHaveLength(2);
    await subject.clock.advance(1_000);
    expect(prices.signals).toHaveLength(3);

    prices.give('a');
    await settle();
    expect(subject.names).toEqual(['a']);
    prices.give(new Error('connection reset'));
    await subject.clock.advance(1_000);
    expect(prices.signals).toHaveLength(4);
  });

  test('are skipped if the map function throws, and the next one is processed', async () => {
    const prices = new Prices();
    subject = await new Subject().start([], (builder) =>
      builder.source(prices.open, ({ item }) => {
        if (item === 'bad') throw new Error('no such item');
        return [{ name: item, namespace: 'default' }];
      }),
    );
    prices.give('bad');
    prices.give('a');
    await settle();
    expect(subject.names).toEqual(['a']);
  });

  test('stop with the controller and are reopened when it restarts', async () => {
    const prices = new Prices();
    subject = await new Subject().start([], named(prices));
    await subject.controller?.stop();
    expect(prices.signals[0]?.aborted).toBe(true);

    await subject.controller?.start();
    expect(prices.signals).toHaveLength(2);
    prices.give('a');
    await settle();
    expect(subject.names).toEqual(['a']);
  });

  test('have the type of the map function parameter', () => {
    subject = new Subject();
    expect(refusedByTheCompiler).toBeTypeOf('function');
  });
});

test('starts and stops watching a kind at runtime', async () => {
  subject = await new Subject().start([memcached('a', 1)]);
  const { controller, server } = subject;
  const end = controller?.watch(Pool, ({ spec }) => [{ name: spec.owner, namespace: 'default' }]);
  await settle();
  server.watch
    .send('ADDED', pool('p', 2, { name: 'a', uid: 'uid-of-a' }))
    .bookmark(10, { endsInitialEvents: true });
  await settle();
  expect(subject.causes).toEqual(['Pool default/p added']);

  end?.();
  server.watch.send('MODIFIED', pool('p', 12, { name: 'a', uid: 'uid-of-a' }));
  await settle();
  expect(subject.runs).toHaveLength(2);
});

test('changedIn compares a part of the object', () => {
  subject = new Subject();
  const sizeChanged = changedIn<Memcached>(({ spec }) => spec);
  const change = { type: 'updated', initial: false, own: false } as const;
  const old = memcached('a', 1);
  expect(sizeChanged({ ...change, old, object: memcached('a', 2) })).toBe(false);
  expect(sizeChanged({ ...change, old, object: memcached('a', 2, { size: 5 }) })).toBe(true);
});

test('calls a map function only after the kinds of all sources have synced', async () => {
  const { cache, clock, log, server, filter } = (subject = new Subject());
  const owners: (string | undefined)[] = [];
  const host = { cache, clock, log, filter, random: () => 0, register: () => undefined };
  subject.controller = new ControllerBuilder(host, 'memcached')
    .for(Memcached)
    .watches(Pool, () => {
      owners.push(cache.find(Memcached, { name: 'a', namespace: 'default' })?.metadata.name);
      return [];
    })
    .reconcileWith({ reconcile: async () => done });
  cache.start();
  void subject.controller.start();
  await settle();
  subject.watch(1).send('ADDED', pool('p', 2, { name: 'a', uid: 'uid-of-a' }));
  subject.watch(1).bookmark(10, { endsInitialEvents: true });
  await settle();
  expect(owners).toEqual([]);
  subject.watch(0).send('ADDED', memcached('a', 1)).bookmark(10, { endsInitialEvents: true });
  await settle();

  expect(server.watches).toHaveLength(2);
  expect(owners).toEqual(['a']);
});

test('keeps only the latest state of each object until the kinds of all sources have synced', async () => {
  const { cache, clock, log, filter } = (subject = new Subject());
  const versions: number[] = [];
  const host = { cache, clock, log, filter, random: () => 0, register: () => undefined };
  subject.controller = new ControllerBuilder(host, 'memcached')
    .for(Memcached)
    .watches(Pool, ({ metadata }) => {
      versions.push(Number(metadata.resourceVersion));
      return [];
    })
    .reconcileWith({ reconcile: async () => done });
  cache.start();
  void subject.controller.start();
  await settle();
  const owner = { name: 'a', uid: 'uid-of-a' };
  subject
    .watch(1)
    .send('ADDED', pool('p', 2, owner))
    .bookmark(10, { endsInitialEvents: true });
  await settle();
  for (const version of [11, 12, 13, 14]) {
    subject.watch(1).send('MODIFIED', pool('p', version, owner));
    await settle();
  }
  subject.watch(0).bookmark(10, { endsInitialEvents: true });
  await settle();

  expect(versions).toEqual([14]);
});
