import { afterEach, expect, test } from 'vitest';
import type { ControllerOptions } from '../../src/controller/controller.ts';
import type { PrimaryControllerBuilder } from '../../src/controller/controller-builder.ts';
import { done } from '../../src/controller/result.ts';
import type { SourceOptions } from '../../src/controller/source-options.ts';
import { deferred } from '../../src/deferred.ts';
import { settle } from '../support/fake-clock.ts';
import { Memcached, memcached, Pool, pool } from '../support/objects.ts';
import { Subject } from './subject.ts';

let subject: Subject;
let held = deferred();

afterEach(async () => {
  held.resolve();
  await subject.controller?.stop();
  await subject.cache.stop();
});

/** Starts a controller whose only worker is busy until `release` is called. */
async function busy(
  priority: SourceOptions<Memcached>['priority'],
  {
    existing = [],
    more = (builder) => builder,
    options = {},
  }: {
    existing?: Memcached[];
    more?: (builder: PrimaryControllerBuilder) => PrimaryControllerBuilder;
    options?: ControllerOptions;
  } = {},
): Promise<{ release: () => Promise<void> }> {
  held = deferred();
  subject = new Subject();
  subject.priority = priority;
  subject.behaviour = async ({ request }) => {
    if (request.name === 'busy') await held.promise;
    return done;
  };
  await subject.start([memcached('busy', 1), ...existing], more, options);
  expect(subject.names).toEqual(['busy']);
  return {
    release: async () => {
      await settle();
      held.resolve();
      await settle();
    },
  };
}

const gold = { metadata: { labels: { tier: 'gold' } } };

test('a function chooses the priority of each event', async () => {
  const { release } = await busy(({ object }) =>
    object.metadata.labels?.['tier'] === 'gold' ? 'high' : undefined,
  );
  for (const name of ['a', 'b']) subject.watch(0).send('ADDED', memcached(name, 11));
  subject.watch(0).send('ADDED', memcached('urgent', 12, gold));
  await release();

  expect(subject.names).toEqual(['busy', 'urgent', 'a', 'b']);
});

test('objects of the initial list have low priority, unless a function says otherwise', async () => {
  const { release } = await busy('high', { existing: [memcached('old', 2)] });
  subject.watch(0).send('ADDED', memcached('new', 11));
  await release();
  expect(subject.names).toEqual(['busy', 'new', 'old']);
  await subject.controller?.stop();
  await subject.cache.stop();

  const first = await busy(({ initial }) => (initial ? 'high' : 'low'), { existing: [memcached('old', 2)] });
  subject.watch(0).send('ADDED', memcached('new', 11));
  await first.release();
  expect(subject.names).toEqual(['busy', 'old', 'new']);
});

test('each source has its own priority, and the higher one counts', async () => {
  const { release } = await busy('normal', {
    more: (builder) =>
      builder.watches(Pool, ({ spec }) => [{ name: spec.owner, namespace: 'default' }], { priority: 'high' }),
  });
  subject.watch(0).send('ADDED', memcached('a', 11));
  subject.watch(0).send('ADDED', memcached('b', 12));
  subject.watch(1).send('ADDED', pool('p', 13, { name: 'b', uid: 'u' }));
  await release();

  expect(subject.names).toEqual(['busy', 'b', 'a']);
});

test('values of an external source have the priority of their source', async () => {
  const started = deferred();
  const values = async function* (): AsyncGenerator<{ name: string; namespace: string }> {
    await started.promise;
    yield { name: 'urgent', namespace: 'default' };
  };
  const { release } = await busy('low', {
    more: (builder) => builder.source(values, undefined, { priority: 'high' }),
    existing: [memcached('a', 2)],
  });
  started.resolve();
  await release();

  expect(subject.names).toEqual(['busy', 'urgent', 'a']);
});

test('a function that throws leaves the default priority', async () => {
  const { release } = await busy(() => {
    throw new Error('no idea');
  });
  subject.watch(0).send('ADDED', memcached('a', 11));
  await release();

  expect(subject.names).toEqual(['busy', 'a']);
  expect(subject.log.text).toContain('error priority function failed; the event has the default priority');
});

test('a failed reconcile keeps a high priority for its retry', async () => {
  subject = new Subject();
  subject.priority = ({ object }) => (object.metadata.name === 'urgent' ? 'high' : 'normal');
  held = deferred();
  let failures = 0;
  subject.behaviour = async ({ request }) => {
    if (request.name === 'urgent' && (failures += 1) === 1) throw new Error('not yet');
    if (request.name === 'busy') await held.promise;
    return done;
  };
  await subject.start();
  subject.watch(0).send('ADDED', memcached('urgent', 11));
  await settle();
  subject.watch(0).send('ADDED', memcached('busy', 12));
  for (const name of ['a', 'b']) subject.watch(0).send('ADDED', memcached(name, 13));
  await subject.clock.advance(1_000);
  held.resolve();
  await settle();

  expect(subject.names).toEqual(['urgent', 'busy', 'urgent', 'a', 'b']);
});
