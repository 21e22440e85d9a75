import { describe, expect, test } from 'vitest';
import { mergePatchFrom } from '../../src/client/patch.ts';
import { type Memcached, memcached } from './memcached.ts';

const old = memcached({ finalizers: ['example.com/a'] });
const withSpec = (spec: object): Memcached => ({ ...old, spec: spec as Memcached['spec'] });

describe('the merge patch between two states of an object', () => {
  test.each<[string, Memcached, object]>([
    ['says what changed', withSpec({ size: 5 }), { spec: { size: 5 } }],
    ['says what was added', withSpec({ size: 3, image: 'memcached' }), { spec: { image: 'memcached' } }],
    ['takes away what is gone', withSpec({}), { spec: { size: null } }],
    ['takes away what is undefined', withSpec({ size: undefined }), { spec: { size: null } }],
    [
      'says all of what was not there before',
      { ...old, status: { readyReplicas: 1, conditions: [] } },
      { status: { readyReplicas: 1, conditions: [] } },
    ],
    ['has nothing to say about the same', structuredClone(old), {}],
  ])('%s', (_, changed, body) => {
    expect(mergePatchFrom(old, changed, { optimisticLock: false })).toEqual({
      contentType: 'application/merge-patch+json',
      body,
    });
  });

  test('replaces lists whole', () => {
    const changed = structuredClone(old);
    changed.metadata.finalizers?.push('example.com/b');
    expect(mergePatchFrom(old, changed, { optimisticLock: false }).body).toEqual({
      metadata: { finalizers: ['example.com/a', 'example.com/b'] },
    });
  });

  test('is refused, unless told otherwise, when the object has changed since it was read', () => {
    expect(mergePatchFrom(old, withSpec({ size: 5 })).body).toEqual({
      metadata: { resourceVersion: '7' },
      spec: { size: 5 },
    });
  });
});
