import { mergePatch } from '@opgen/runtime';
import { PersistentVolume, PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

const key = { name: 'data', namespace: 'default' };
const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const podSpec = {
  containers: [{ name: 'main', image: 'nginx:1' }],
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
};

test('a claim of the default class gets a volume with its first Pod, grows, and is deleted with its volume', async () => {
  await using cluster = await startCluster({ workloads: true });
  const { client } = cluster;
  await client.create(PersistentVolumeClaim, { metadata: key, spec });
  await cluster.settled();
  const waiting = await client.get(PersistentVolumeClaim, key);
  expect(waiting.spec.storageClassName).toBe('standard');
  expect(waiting.status?.phase).toBe('Pending');

  await client.create(Pod, { metadata: key, spec: podSpec });
  await cluster.settled();
  expect((await client.get(Pod, key)).status?.phase).toBe('Running');
  const bound = await client.get(PersistentVolumeClaim, key);
  expect(bound.metadata.annotations).toEqual({
    'pv.kubernetes.io/bind-completed': 'yes',
    'pv.kubernetes.io/bound-by-controller': 'yes',
    'volume.beta.kubernetes.io/storage-provisioner': 'volumes.opgen.dev',
    'volume.kubernetes.io/selected-node': 'node-1',
    'volume.kubernetes.io/storage-provisioner': 'volumes.opgen.dev',
  });
  expect(bound.status).toEqual({
    phase: 'Bound',
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
  });

  const larger = mergePatch({ spec: { resources: { requests: { storage: '2Gi' } } } });
  await client.patch(PersistentVolumeClaim, key, larger);
  await cluster.settled();
  expect((await client.get(PersistentVolumeClaim, key)).status?.capacity).toEqual({ storage: '2Gi' });
  const { items } = await client.list(PersistentVolume);
  expect(
    items.map(({ spec: { capacity, persistentVolumeReclaimPolicy }, status }) => ({
      capacity,
      persistentVolumeReclaimPolicy,
      phase: status?.phase,
    })),
  ).toEqual([{ capacity: { storage: '2Gi' }, persistentVolumeReclaimPolicy: 'Delete', phase: 'Bound' }]);

  await client.delete(Pod, key);
  await client.delete(PersistentVolumeClaim, key);
  await cluster.settled();
  expect((await client.list(PersistentVolume)).items).toEqual([]);
});

test('a class that binds at once, and retains volumes', async () => {
  await using cluster = await startCluster({ workloads: true });
  const { client } = cluster;
  await client.create(StorageClass, {
    metadata: { name: 'fast' },
    provisioner: 'ebs.csi.example.com',
    reclaimPolicy: 'Retain',
  });
  await client.create(PersistentVolumeClaim, { metadata: key, spec: { ...spec, storageClassName: 'fast' } });
  await cluster.settled();
  expect((await client.get(PersistentVolumeClaim, key)).status?.phase).toBe('Bound');
  await client.delete(PersistentVolumeClaim, key);
  await cluster.settled();
  const { items } = await client.list(PersistentVolume);
  expect(items.map(({ status }) => status?.phase)).toEqual(['Released']);
});
