import { expect, test } from 'vitest';
import { Store } from '../../src/cache/store.ts';
import { storeKeyOf } from '../../src/cache/store-key.ts';
import { memcached, type Memcached, pool, type Pool } from '../support/objects.ts';

function names(objects: Iterable<{ metadata: { name: string } }>): string[] {
  return [...objects].map(({ metadata }) => metadata.name);
}

function fill<T extends Memcached | Pool>(...objects: T[]): Store<T> {
  const store = new Store<T>();
  for (const object of objects) store.set(storeKeyOf(object), object);
  return store;
}

test('finds objects by namespace', () => {
  const store = fill(memcached('a', 1), memcached('b', 2, { metadata: { namespace: 'other' } }));

  expect(names(store.inNamespace('other'))).toEqual(['b']);
  expect(names(store.inNamespace('none'))).toEqual([]);
});

test('finds objects by the uid of their owner', () => {
  const store = fill(pool('p1', 1, { name: 'a', uid: 'u1' }), pool('p2', 2, { name: 'a', uid: 'u2' }));

  expect(names(store.ownedBy('u2'))).toEqual(['p2']);
});

test('an index covers existing, added, updated and deleted objects', () => {
  const store = fill(memcached('a', 1, { size: 3 }));
  store.addIndex('size', ({ spec }) => [String(spec.size)]);
  store.set('default/b', memcached('b', 2, { size: 3 }));
  expect(names(store.withIndex('size', '3'))).toEqual(['a', 'b']);

  store.set('default/a', memcached('a', 3, { size: 5 }));
  expect(names(store.withIndex('size', '3'))).toEqual(['b']);
  expect(names(store.withIndex('size', '5'))).toEqual(['a']);

  store.delete('default/a');
  expect(names(store.withIndex('size', '5'))).toEqual([]);
});

test('an index looks up several values or a prefix and returns each object once', () => {
  const store = fill(memcached('a', 1), memcached('b', 2), memcached('c', 3));
  const images: Record<string, string[]> = {
    a: ['memcached:1.5', 'memcached:1.6'],
    b: ['memcached:1.6'],
    c: ['redis:7'],
  };
  store.addIndex('image', ({ metadata }) => images[metadata.name] ?? []);

  expect(names(store.withIndex('image', { prefix: 'memcached:' }))).toEqual(['a', 'b']);
  expect(names(store.withIndex('image', { anyOf: ['memcached:1.6', 'redis:7', 'none'] }))).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(names(store.withIndex('image', { prefix: 'postgres:' }))).toEqual([]);
});

test('throws for an index that does not exist or already exists', () => {
  const store = fill(memcached('a', 1));

  expect(() => store.withIndex('size', '1')).toThrow('index size does not exist');
  store.addIndex('zone', () => []);
  expect(() => store.addIndex('zone', () => [])).toThrow('index zone already exists');
  for (const name of ['owner', 'namespace'])
    expect(() => store.addIndex(name, () => [])).toThrow(`the index name ${name} is reserved`);
});
