import { afterEach, expect, test } from 'vitest';
import { deferred } from '../../src/deferred.ts';
import { done, requeueAfter } from '../../src/controller/result.ts';
import { readClocks, HeldLease, withHeldLease } from '../../src/leader-election/held-lease.ts';
import { settle } from '../support/fake-clock.ts';
import { memcached } from '../support/objects.ts';
import { Subject } from './subject.ts';

let subject: Subject;

afterEach(async () => {
  await subject.controller?.stop();
  await subject.cache.stop();
  expect(subject.clock.pending).toBe(0);
});

test('a restarted controller reconciles every object and drops earlier requeues', async () => {
  subject = new Subject();
  subject.behaviour = async () => requeueAfter('1m');
  await subject.start([memcached('a', 1), memcached('b', 2)]);
  await subject.controller?.stop();
  subject.watch(0).send('MODIFIED', memcached('b', 11, { size: 3 }));
  await subject.clock.advance(120_000);
  expect(subject.names).toEqual(['a', 'b']);

  subject.behaviour = async () => done;
  await subject.controller?.start();
  await settle();
  expect(subject.names).toEqual(['a', 'b', 'a', 'b']);
  subject.watch(0).send('MODIFIED', memcached('b', 12, { size: 4 }));
  await settle();
  expect(subject.names).toEqual(['a', 'b', 'a', 'b', 'b']);
});

test('a restarted controller passes a new signal to its reconciles', async () => {
  subject = await new Subject().start([memcached('a', 1)]);
  subject.controller?.abort();
  await subject.controller?.stop();
  await subject.controller?.start();
  await settle();

  expect(subject.runs.map(({ context }) => context.signal.aborted)).toEqual([true, false]);
});

test('stop waits for running reconciles, so that no object is reconciled concurrently', async () => {
  const hold = deferred();
  subject = new Subject();
  subject.behaviour = () => hold.promise.then(() => done);
  await subject.start([memcached('a', 1)]);
  let stopped = false;
  const stopping = subject.controller?.stop().then(() => (stopped = true));
  await settle();
  expect(stopped).toBe(false);
  expect(subject.controller?.running).toEqual(['default/a']);

  hold.resolve();
  await stopping;
  expect(subject.controller?.running).toEqual([]);
});

test('starts no reconcile after its lease has expired', async () => {
  subject = new Subject();
  subject.behaviour = async () => requeueAfter('1m');
  const term = new HeldLease(subject.clock, 30_000, readClocks(subject.clock));
  await withHeldLease(term, () => subject.start([memcached('a', 1)]));
  await subject.clock.advance(90_000);

  expect(subject.names).toEqual(['a']);
});

test('rejects a second start', async () => {
  subject = await new Subject().start([]);

  await expect(subject.controller?.start()).rejects.toThrow('controller memcached is already running');
});
