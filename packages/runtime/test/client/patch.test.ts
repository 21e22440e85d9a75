import { describe, expect, test } from 'vitest';
import { mergePatchFrom } from '../../src/client/patch.ts';
import { type Memcached, memcached } from './memcached.ts';

const old = memcached({ finalizers: ['example.com/a'] });
const withSpec = (spec: object): Memcached => ({ ...old, spec: spec as Memcached['spec'] });

describe('the merge patch between two states of an object', () => {
  test.each<[string, Memcached, object]>([
    ['contains changed fields', withSpec({ size: 5 }), { spec: { size: 5 } }],
    ['contains added fields', withSpec({ size: 3, image: 'memcached' }), { spec: { image: 'memcached' } }],
    ['sets removed fields to null', withSpec({}), { spec: { size: null } }],
    ['sets undefined fields to null', withSpec({ size: undefined }), { spec: { size: null } }],
    [
      'contains a new object completely',
      { ...old, status: { readyReplicas: 1, conditions: [] } },
      { status: { readyReplicas: 1, conditions: [] } },
    ],
    ['is empty for equal objects', structuredClone(old), {}],
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

  test('contains the resourceVersion by default, so that the server rejects a stale patch', () => {
    expect(mergePatchFrom(old, withSpec({ size: 5 })).body).toEqual({
      metadata: { resourceVersion: '7' },
      spec: { size: 5 },
    });
  });
});
