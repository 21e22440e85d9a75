import { PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { PriorityClass } from '@opgen/runtime/kinds/scheduling/v1';
import { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

// The conformance suite must not create these: its real server is shared with other tests.

const metadata = { name: 'a', namespace: 'default' };
const spec = { containers: [{ name: 'c', image: 'nginx' }] };

test('Pods without a PriorityClass get the default one, of which there is only one', async () => {
  await using cluster = await startCluster();
  const { client } = cluster;
  await client.create(PriorityClass, { metadata: { name: 'usual' }, value: 50, globalDefault: true });
  const pod = await client.create(Pod, { metadata, spec });
  expect(pod.spec).toMatchObject({ priority: 50, priorityClassName: 'usual' });
  await expect(
    client.create(PriorityClass, { metadata: { name: 'other' }, value: 7, globalDefault: true }),
  ).rejects.toThrow(
    'priorityclasses.scheduling.k8s.io "other" is forbidden: PriorityClass usual is already marked as default. ' +
      'Only one default can exist',
  );
  const usual = await client.get(PriorityClass, { name: 'usual' });
  await client.update(PriorityClass, { ...usual, description: 'for most Pods' });
});

test('claims without a StorageClass get the newest default one', async () => {
  await using cluster = await startCluster();
  const { client } = cluster;
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  await client.create(StorageClass, { metadata: { name: 'fast', annotations }, provisioner: 'p' });
  const resources = { requests: { storage: '1Gi' } };
  const accessModes = ['ReadWriteOnce'];
  const claim = await client.create(PersistentVolumeClaim, { metadata, spec: { accessModes, resources } });
  expect(claim.spec.storageClassName).toBe('fast');
  const none = {
    metadata: { ...metadata, name: 'b' },
    spec: { accessModes, resources, storageClassName: '' },
  };
  expect((await client.create(PersistentVolumeClaim, none)).spec.storageClassName ?? '').toBe('');
});
