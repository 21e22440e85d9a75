import { expect, it } from 'vitest';
import { Store } from '../../../src/api-server/storage/store.ts';
import type { StoredObject } from '../../../src/api-server/storage/stored-object.ts';

const table = '/configmaps';

function configMap(name: string, data = ''): StoredObject {
  const metadata = { name, namespace: 'default', uid: name, resourceVersion: '', creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
}

const said = (objects: readonly StoredObject[] | undefined): string[] | undefined =>
  objects?.map(({ metadata, data }) => `${metadata.name}${String(data)}`);

const revisionOf = (object: StoredObject | undefined): number => Number(object?.metadata.resourceVersion);

it('knows the objects at every revision', () => {
  const store = new Store();
  const start = store.revision;
  store.put(table, configMap('b', '1'));
  store.put(table, configMap('a', '1'));
  store.put(table, configMap('b', '2'));
  store.remove(table, configMap('b', '2'));
  const states = [0, 1, 2, 3, 4].map((step) => said(store.listAt(table, start + step)));
  expect(states).toEqual([[], ['b1'], ['a1', 'b1'], ['a1', 'b2'], ['a1']]);
});

it('returns nothing for a compacted revision', () => {
  const store = new Store({ remembered: 2 });
  const [first, , third] = ['a', 'b', 'c', 'd'].map((name) => store.put(table, configMap(name)));
  expect(store.listAt(table, revisionOf(first))).toBeUndefined();
  expect(store.changesSince(table, revisionOf(first))).toBeUndefined();
  expect(said(store.listAt(table, revisionOf(third)))).toEqual(['a', 'b', 'c']);
});

it('has no changes of a table from before it was served', () => {
  const store = new Store();
  const before = store.revision;
  store.put('/namespaces', configMap('default'));
  store.begin(table);
  expect(store.changesSince(table, before)).toBeUndefined();
  expect(store.changesSince(table, store.revision)).toEqual([]);
});
