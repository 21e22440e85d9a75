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

/** Prices that a test writes, to whoever listens. */
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
  // @ts-expect-error: these values are no requests.
  builder.source(prices.open);
  builder.source(prices.open, (value) => {
    expectTypeOf(value).toEqualTypeOf<{ item: string }>();
    return [];
  });
}

describe('values from outside', () => {
  test('reconcile the objects that a function names', async () => {
    const prices = new Prices();
    subject = await new Subject().start([], named(prices));
    prices.give('a');
    await settle();
    expect(subject.names).toEqual(['a']);
    expect(subject.causes).toEqual(['source prices']);
  });

  test('that are requests need no function', async () => {
    const requests = (async function* () {
      yield { name: 'a', namespace: 'default' };
    })();
    subject = await new Subject().start([], (builder) => builder.source(requests));
    expect(subject.names).toEqual(['a']);
    expect(subject.log.text).toContain('info source ended; it will not be reopened');
  });

  test('come again, later each time, after they failed', async () => {
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

  test('wake nobody when the function fails, and the next one does', async () => {
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

  test('are told that the controller stops, and opened again when it starts again', async () => {
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

  test('are what the function is typed to take', () => {
    subject = new Subject();
    expect(refusedByTheCompiler).toBeTypeOf('function');
  });
});

test('a kind may be watched later, and no more after that', async () => {
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

test('a predicate may look at a part of the object alone', () => {
  subject = new Subject();
  const sizeChanged = changedIn<Memcached>(({ spec }) => spec);
  const change = { type: 'updated', initial: false, own: false } as const;
  const old = memcached('a', 1);
  expect(sizeChanged({ ...change, old, object: memcached('a', 2) })).toBe(false);
  expect(sizeChanged({ ...change, old, object: memcached('a', 2, { size: 5 }) })).toBe(true);
});

test('a map function is called once the kinds of all sources have been read', async () => {
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
