import { defineKind, NotFoundError, type CustomResource } from '@opgen/runtime';
import { ConfigMap, Namespace, PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import { parse } from 'yaml';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCluster, type TestCluster } from '../../../src/cluster.ts';
import { definition } from '../../kubectl/manifests.ts';

const Memcached = defineKind<CustomResource<{ size: number }>>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startCluster({ objects: [parse(definition) as object] });
});
afterEach(() => cluster.stop());

it('empties a namespace before it deletes it, and waits for finalizers', async () => {
  const { client } = cluster;
  await client.create(Namespace, { metadata: { name: 'a' } });
  await client.create(Memcached, { metadata: { name: 'x', namespace: 'a' }, spec: { size: 1 } });
  const held = await client.create(ConfigMap, {
    metadata: { name: 'held', namespace: 'a', finalizers: ['example.com/hold'] },
  });
  await client.delete(Namespace, { name: 'a' });
  await cluster.settled();
  const { status } = await client.get(Namespace, { name: 'a' });
  expect(status?.phase).toBe('Terminating');
  const waiting = status?.conditions?.filter((condition) => condition.status === 'True');
  expect(waiting?.map(({ message }) => message)).toEqual([
    'Some resources are remaining: configmaps. has 1 resource instances',
    'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
  ]);
  expect(await client.find(Memcached, { name: 'x', namespace: 'a' })).toBeUndefined();

  const { metadata, ...rest } = await client.get(ConfigMap, { name: 'held', namespace: 'a' });
  expect(metadata.uid).toBe(held.metadata.uid);
  await client.update(ConfigMap, { ...rest, metadata: { ...metadata, finalizers: [] } });
  await cluster.settled();
  expect(await client.find(Namespace, { name: 'a' })).toBeUndefined();
});

it('deletes the objects of a CRD with it', async () => {
  const { client } = cluster;
  await client.create(Memcached, { metadata: { name: 'x', namespace: 'default' }, spec: { size: 1 } });
  await client.delete(CustomResourceDefinition, { name: 'memcacheds.cache.example.com' });
  await cluster.settled();
  await expect(client.list(Memcached)).rejects.toThrow(NotFoundError);

  await cluster.install(parse(definition) as object);
  expect((await client.list(Memcached)).items).toEqual([]);
});

it('keeps a claim until the Pod that uses it is deleted', async () => {
  const { client } = cluster;
  const claim = { name: 'data', namespace: 'default' };
  await client.create(PersistentVolumeClaim, {
    metadata: claim,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  await client.create(Pod, {
    metadata: { name: 'user', namespace: 'default' },
    spec: {
      containers: [{ name: 'user', image: 'user' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
  });
  await client.delete(PersistentVolumeClaim, claim);
  await cluster.settled();
  expect((await client.get(PersistentVolumeClaim, claim)).metadata.deletionTimestamp).toBeDefined();
  await client.delete(Pod, { name: 'user', namespace: 'default' });
  await cluster.settled();
  expect(await client.find(PersistentVolumeClaim, claim)).toBeUndefined();
});

it('keeps the contents of a namespace until its Pods are deleted', async () => {
  const { client } = cluster;
  await client.create(Namespace, { metadata: { name: 'a' } });
  await client.create(ConfigMap, { metadata: { name: 'config', namespace: 'a' } });
  const metadata = { name: 'held', namespace: 'a', finalizers: ['example.com/hold'] };
  await client.create(Pod, { metadata, spec: { containers: [{ name: 'c', image: 'i' }] } });
  await client.delete(Namespace, { name: 'a' });
  await cluster.settled();
  expect(await client.find(ConfigMap, { name: 'config', namespace: 'a' })).toBeDefined();

  const pod = await client.get(Pod, { name: 'held', namespace: 'a' });
  await client.update(Pod, { ...pod, metadata: { ...pod.metadata, finalizers: [] } });
  await cluster.settled();
  expect(await client.find(Namespace, { name: 'a' })).toBeUndefined();
});
