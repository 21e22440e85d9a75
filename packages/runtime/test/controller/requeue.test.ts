import { afterEach, describe, expect, test } from 'vitest';
import { done, requeue, requeueAfter } from '../../src/controller/result.ts';
import { settle } from '../support/fake-clock.ts';
import { memcached } from '../support/objects.ts';
import { Subject } from './subject.ts';

let subject: Subject;

afterEach(async () => {
  await subject.controller?.stop();
  await subject.cache.stop();
  expect(subject.clock.pending).toBe(0);
});

describe('a reconcile that is requeued', () => {
  test('runs again with backoff and without an error', async () => {
    subject = new Subject();
    subject.behaviour = async () => requeue;
    await subject.start([memcached('a', 1)]);
    expect(subject.runs).toHaveLength(1);
    await subject.clock.advance(5);
    expect(subject.runs).toHaveLength(2);
    expect(subject.causes).toEqual(['requeue']);
    await subject.clock.advance(9);
    expect(subject.runs).toHaveLength(2);
    await subject.clock.advance(1);
    expect(subject.runs).toHaveLength(3);
    expect(subject.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(subject.metrics.text()).toContain(
      'controller_runtime_reconcile_total{controller="memcached",result="requeue"} 3',
    );
  });

  test('resets the backoff when it is done', async () => {
    subject = new Subject();
    await subject.start([memcached('a', 1)]);
    subject.behaviour = async () => (subject.runs.length % 3 === 0 ? done : requeue);
    subject.watch(0).send('MODIFIED', memcached('a', 11, { size: 2 }));
    await settle();
    await subject.clock.advance(5);
    expect(subject.runs).toHaveLength(3);
    subject.watch(0).send('MODIFIED', memcached('a', 12, { size: 3 }));
    await settle();
    await subject.clock.advance(5);
    expect(subject.runs).toHaveLength(5);
  });
});

describe('with a resync', () => {
  const hour = 3_600_000;

  test('an object is reconciled without a change', async () => {
    subject = await new Subject().start([memcached('a', 1)], undefined, { resync: hour });
    await subject.clock.advance(hour);
    expect(subject.names).toEqual(['a', 'a']);
    expect(subject.causes).toEqual(['resync']);
    await subject.clock.advance(hour);
    expect(subject.names).toHaveLength(3);
  });

  test('a change is the only cause of its reconcile and restarts the interval', async () => {
    subject = await new Subject().start([memcached('a', 1)], undefined, { resync: hour });
    await subject.clock.advance(hour / 2);
    // The initial watch has ended by now.
    subject.server.watch.send('MODIFIED', memcached('a', 11, { size: 2 }));
    await settle();
    expect(subject.causes).toEqual(['Memcached default/a updated']);
    await subject.clock.advance(hour - 1);
    expect(subject.runs).toHaveLength(2);
  });

  test('an earlier requeueAfter takes precedence', async () => {
    subject = new Subject();
    subject.behaviour = async () => requeueAfter('1m');
    await subject.start([memcached('a', 1)], undefined, { resync: hour });
    await subject.clock.advance(60_000);
    expect(subject.causes).toEqual(['requeue']);
  });

  test('a deleted object is not reconciled again', async () => {
    subject = await new Subject().start([memcached('a', 1)], undefined, { resync: hour });
    subject.watch(0).send('DELETED', memcached('a', 11));
    await settle();
    await subject.clock.advance(3 * hour);
    expect(subject.runs).toHaveLength(2);
  });
});
