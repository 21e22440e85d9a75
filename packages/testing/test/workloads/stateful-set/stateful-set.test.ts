import { mergePatch, type New } from '@opgen/runtime';
import { ControllerRevision, StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

const namespace = 'default';
const key = { name: 'db', namespace };
const labels = { app: 'db' };

function set(spec: Partial<New<StatefulSet>['spec']> = {}) {
  return {
    metadata: key,
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      serviceName: 'db',
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'postgres:1' }] } },
      ...spec,
    },
  };
}

const image = (name: string) =>
  mergePatch({ spec: { template: { spec: { containers: [{ name: 'main', image: name }] } } } });

const partition = (first: number) => ({ type: 'RollingUpdate', rollingUpdate: { partition: first } });

const volumeClaimTemplates = [
  {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
];

test('Pods start in order, with stable names', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(StatefulSet, set());
  await cluster.settled();
  const { items } = await cluster.client.list(Pod);
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['db-0', 'db-1', 'db-2']);
  expect(items.map(({ spec }) => [spec.hostname, spec.subdomain])).toEqual([
    ['db-0', 'db'],
    ['db-1', 'db'],
    ['db-2', 'db'],
  ]);
  const started = items.map(({ metadata }) => Date.parse(metadata.creationTimestamp));
  expect(started).toEqual(started.toSorted((a, b) => a - b));
  expect(new Set(started).size).toBe(3);
  const { status } = await cluster.client.get(StatefulSet, key);
  expect(status).toMatchObject({ replicas: 3, availableReplicas: 3, currentReplicas: 3, updatedReplicas: 3 });
});

test('an update with a partition, then without, then back to the first revision', async () => {
  await using cluster = await startCluster({ workloads: true });
  const images = async (): Promise<unknown[]> => {
    await cluster.settled();
    const { items } = await cluster.client.list(Pod);
    return items.map(({ spec }) => spec.containers[0]?.image);
  };
  await cluster.client.create(StatefulSet, set({ updateStrategy: partition(2) }));
  await cluster.settled();
  await cluster.client.patch(StatefulSet, key, image('postgres:2'));
  expect(await images()).toEqual(['postgres:1', 'postgres:1', 'postgres:2']);
  const { status } = await cluster.client.get(StatefulSet, key);
  expect(status).toMatchObject({ currentReplicas: 2, updatedReplicas: 1 });
  await cluster.client.delete(Pod, { name: 'db-0', namespace });
  expect(await images()).toEqual(['postgres:1', 'postgres:1', 'postgres:2']);
  await cluster.client.patch(StatefulSet, key, mergePatch({ spec: { updateStrategy: partition(0) } }));
  expect(await images()).toEqual(['postgres:2', 'postgres:2', 'postgres:2']);
  await cluster.client.patch(StatefulSet, key, image('postgres:1'));
  expect(await images()).toEqual(['postgres:1', 'postgres:1', 'postgres:1']);
  const { items } = await cluster.client.list(ControllerRevision);
  expect(items.map(({ revision }) => revision).toSorted()).toEqual([2, 3]);
});

test('claims outlive their Pods, unless the retention policy says otherwise', async () => {
  await using cluster = await startCluster({ workloads: true });
  const claims = async (): Promise<string[]> => {
    const { items } = await cluster.client.list(PersistentVolumeClaim);
    return items.map(({ metadata: { name, ownerReferences = [] } }) =>
      [name, ...ownerReferences.map((owner) => `${owner.kind} ${owner.name}`)].join(': '),
    );
  };
  await cluster.client.create(StatefulSet, set({ replicas: 2, volumeClaimTemplates }));
  await cluster.settled();
  expect(await claims()).toEqual(['data-db-0', 'data-db-1']);
  const [pod] = (await cluster.client.list(Pod)).items;
  expect(pod?.spec.volumes?.[0]).toMatchObject({
    name: 'data',
    persistentVolumeClaim: { claimName: 'data-db-0' },
  });
  const retention = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } };
  await cluster.client.patch(StatefulSet, key, mergePatch({ spec: retention }));
  await cluster.settled();
  expect(await claims()).toEqual(['data-db-0: StatefulSet db', 'data-db-1: StatefulSet db']);
});
