import { expect, test } from 'vitest';
import type { Change } from '../../src/cache/change.ts';
import { allOf, anyOf, not, notOwnStatus } from '../../src/controller/predicates.ts';
import type { KubernetesObject } from '../../src/objects/object.ts';
import { memcached, type MemcachedOverrides } from '../support/objects.ts';

function update(own: boolean, overrides: MemcachedOverrides): Change {
  return {
    type: 'updated',
    old: memcached('a', 1),
    object: memcached('a', 2, overrides),
    own,
    initial: false,
  };
}

const status = { status: { readyReplicas: 1 } };

test.each<[string, Change, boolean]>([
  ['a new object', { type: 'added', object: memcached('a', 1), own: false, initial: false }, true],
  ['a deleted object', { type: 'deleted', object: memcached('a', 1), own: true, initial: false }, true],
  ['our own status change', update(true, status), false],
  ['a status change of another client', update(false, status), true],
  ['our own spec change', update(true, { ...status, metadata: { generation: 2 } }), true],
  ['our own label change', update(true, { metadata: { labels: { tier: 'gold' } } }), true],
  ['our own annotation change', update(true, { metadata: { annotations: { note: '' } } }), true],
  ['our own finalizer change', update(true, { metadata: { finalizers: ['x'] } }), true],
  ['a deletion', update(true, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }), true],
  ['a new object with the same name', update(true, { metadata: { uid: 'another' } }), true],
])('%s matches by default: %s', (_, change, counts) => {
  expect(notOwnStatus(change)).toBe(counts);
});

test('combines predicates with allOf, anyOf and not', () => {
  const [yes, no] = [() => true, () => false];
  const change = update(true, status);

  expect([allOf(yes, no)(change), anyOf(yes, no)(change), not(no)(change)]).toEqual([false, true, true]);
});

function configMap(resourceVersion: string, fields: object): KubernetesObject {
  const metadata = { name: 'a', namespace: 'default', uid: 'u', resourceVersion, creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, ...fields };
}

/** Our own update of a kind without a generation, such as ConfigMap, Secret, Service and Node. */
function configMapUpdate(before: object, after: object): Change {
  const [old, object] = [configMap('1', before), configMap('2', after)];
  return { type: 'updated', old, object, own: true, initial: false };
}

test.each<[string, object, object, boolean]>([
  ['data', { data: { a: '1' } }, { data: { a: '2' } }, true],
  ['a new field', {}, { data: { a: '2' } }, true],
  ['a status', { data: {}, status: { ready: false } }, { data: {}, status: { ready: true } }, false],
  ['nothing but the version', { data: { a: '1' } }, { data: { a: '1' } }, false],
])(
  'compares the content of a kind without a generation: our own change of %s',
  (_, before, after, counts) => {
    expect(notOwnStatus(configMapUpdate(before, after))).toBe(counts);
  },
);
