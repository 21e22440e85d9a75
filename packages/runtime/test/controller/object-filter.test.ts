import { afterEach, describe, expect, test } from 'vitest';
import { ObjectFilter } from '../../src/controller/object-filter.ts';
import { generationChanged } from '../../src/controller/predicates.ts';
import { settle } from '../support/fake-clock.ts';
import { memcached, Pool, pool } from '../support/objects.ts';
import { Subject } from './subject.ts';

const annotated = (annotations: Record<string, string>) => memcached('a', 1, { metadata: { annotations } });
const labelled = (labels: Record<string, string>) => memcached('a', 1, { metadata: { labels } });
const paused = { 'opgen.dev/paused': 'true' };

describe('an object is left alone', () => {
  test.each([
    ['while it is paused', {}, annotated(paused), 'paused by the annotation opgen.dev/paused'],
    [
      'when its labels are not the ones',
      { selector: 'tier=gold' },
      labelled({ tier: 'iron' }),
      'not matched by the label selector',
    ],
    [
      'when it is for another operator',
      {},
      annotated({ 'opgen.dev/operator': 'b' }),
      'assigned to operator b',
    ],
    [
      'when it is for no operator in particular, and this one has a name',
      { operator: 'a' },
      annotated({}),
      'assigned to the operator without a name',
    ],
  ])('%s', (_, options, object, reason) => {
    expect(new ObjectFilter(options).reasonToSkip(object)).toBe(reason);
  });
});

describe('an object is reconciled', () => {
  test.each([
    ['when nothing is said about it', {}, annotated({})],
    ['when paused is not true', {}, annotated({ 'opgen.dev/paused': 'false' })],
    [
      'when its labels are the ones',
      { selector: { matchLabels: { tier: 'gold' } } },
      labelled({ tier: 'gold' }),
    ],
    ['when it names this operator', { operator: 'a' }, annotated({ 'opgen.dev/operator': 'a' })],
  ])('%s', (_, options, object) => {
    expect(new ObjectFilter(options).reasonToSkip(object)).toBeUndefined();
  });
});

describe('a controller', () => {
  let subject: Subject;

  afterEach(async () => {
    await subject.controller?.stop();
    await subject.cache.stop();
    expect(subject.clock.pending).toBe(0);
  });

  test('does not touch a paused object, whatever happens to it and to what it owns', async () => {
    subject = await new Subject().start(
      [memcached('a', 1, { metadata: { annotations: paused } })],
      (builder) => builder.owns(Pool),
    );
    subject.watch(0).send('MODIFIED', memcached('a', 11, { size: 3, metadata: { annotations: paused } }));
    subject.watch(1).send('ADDED', pool('p', 12, { name: 'a', uid: 'uid-of-a' }));
    await settle();

    expect(subject.names).toEqual([]);
  });

  test('goes on with it once it is not paused any more, whatever predicates say', async () => {
    const old = { metadata: { annotations: paused } };
    subject = new Subject();
    subject.predicates = [generationChanged];
    await subject.start([memcached('a', 1, old)]);
    subject.watch(0).send('MODIFIED', memcached('a', 11));
    await settle();

    expect(subject.names).toEqual(['a']);
  });

  test('hears that an object which was not its own is gone', async () => {
    subject = new Subject();
    subject.filter = new ObjectFilter({ selector: 'tier=gold' });
    await subject.start([memcached('a', 1)]);
    expect(subject.names).toEqual([]);
    subject.watch(0).send('DELETED', memcached('a', 11));
    await settle();

    expect(subject.names).toEqual(['a']);
  });
});
