import { afterEach, describe, expect, test } from 'vitest';
import { ObjectFilter } from '../../src/controller/object-filter.ts';
import { generationChanged } from '../../src/controller/predicates.ts';
import { settle } from '../support/fake-clock.ts';
import { memcached, Pool, pool } from '../support/objects.ts';
import { Subject } from './subject.ts';

const annotated = (annotations: Record<string, string>) => memcached('a', 1, { metadata: { annotations } });
const labelled = (labels: Record<string, string>) => memcached('a', 1, { metadata: { labels } });
const paused = { 'opgen.dev/paused': 'true' };

describe('an object is skipped', () => {
  test.each([
    ['while it is paused', {}, annotated(paused), 'paused by the annotation opgen.dev/paused'],
    [
      'when its labels do not match',
      { selector: 'tier=gold' },
      labelled({ tier: 'iron' }),
      'not matched by the label selector',
    ],
    [
      'when it is assigned to another operator',
      {},
      annotated({ 'opgen.dev/operator': 'b' }),
      'assigned to operator b',
    ],
    [
      'when it is assigned to no operator and this one has a name',
      { operator: 'a' },
      annotated({}),
      'not assigned to an operator by the annotation opgen.dev/operator',
    ],
  ])('%s', (_, options, object, reason) => {
    expect(new ObjectFilter(options).reasonToSkip(object)).toBe(reason);
  });
});

describe('an object is reconciled', () => {
  test.each([
    ['without annotations and options', {}, annotated({})],
    ['when paused is not true', {}, annotated({ 'opgen.dev/paused': 'false' })],
    ['when its labels match', { selector: { matchLabels: { tier: 'gold' } } }, labelled({ tier: 'gold' })],
    ['when it is assigned to this operator', { operator: 'a' }, annotated({ 'opgen.dev/operator': 'a' })],
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

  test('does not reconcile a paused object when it or its owned objects change', async () => {
    subject = await new Subject().start(
      [memcached('a', 1, { metadata: { annotations: paused } })],
      (builder) => builder.owns(Pool),
    );
    subject.watch(0).send('MODIFIED', memcached('a', 11, { size: 3, metadata: { annotations: paused } }));
    subject.watch(1).send('ADDED', pool('p', 12, { name: 'a', uid: 'uid-of-a' }));
    await settle();

    expect(subject.names).toEqual([]);
  });

  test('reconciles an object when it is resumed, even if predicates reject the change', async () => {
    const old = { metadata: { annotations: paused } };
    subject = new Subject();
    subject.predicates = [generationChanged];
    await subject.start([memcached('a', 1, old)]);
    subject.watch(0).send('MODIFIED', memcached('a', 11));
    await settle();

    expect(subject.names).toEqual(['a']);
  });

  test('reconciles the deletion of an object that does not match the selector', async () => {
    subject = new Subject();
    subject.filter = new ObjectFilter({ selector: 'tier=gold' });
    await subject.start([memcached('a', 1)]);
    expect(subject.names).toEqual([]);
    subject.watch(0).send('DELETED', memcached('a', 11));
    await settle();

    expect(subject.names).toEqual(['a']);
  });
});
