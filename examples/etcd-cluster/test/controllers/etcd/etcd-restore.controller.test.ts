// SPDX-License-Identifier: Apache-2.0

import { findCondition } from '@opgen/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EtcdBackup } from '../../../src/api/etcd/v1alpha1/etcd-backup.ts';
import { EtcdCluster } from '../../../src/api/etcd/v1alpha1/etcd-cluster.ts';
import { EtcdRestore } from '../../../src/api/etcd/v1alpha1/etcd-restore.ts';
import { type Bed, startBed } from '../../support/bed.ts';
// +scaffold:imports

const namespace = 'default';
let bed: Bed;

beforeAll(async () => {
  bed = await startBed({ real: true });
});

afterAll(() => bed[Symbol.asyncDispose]());

test('it waits for a snapshot', async () => {
  const metadata = { name: 'shop-again', namespace };
  const spec = { backupName: 'before', clusterName: 'shop-again', version: '3.6.8', size: 2 };
  await bed.client.create(EtcdRestore, { metadata, spec });
  await bed.until(async () => expect((await restore('shop-again')).phase).toBe('Pending'));
});

test('a new cluster starts with the keys of the snapshot, and not with later ones', async () => {
  const metadata = { name: 'shop', namespace };
  await bed.client.create(EtcdCluster, { metadata, spec: { size: 1, version: '3.6.8' } });
  await bed.until(async () =>
    expect((await bed.client.get(EtcdCluster, metadata)).status?.phase).toBe('Running'),
  );
  await (await bed.containers.keys('shop')).put('color', 'blue');

  await bed.client.create(EtcdBackup, {
    metadata: { name: 'before', namespace },
    spec: { clusterName: 'shop' },
  });
  await bed.until(async () => {
    const { status } = await bed.client.get(EtcdBackup, { name: 'before', namespace });
    expect(status?.snapshots).toHaveLength(1);
  });
  await (await bed.containers.keys('shop')).put('color', 'red');

  await bed.until(async () => {
    expect((await restore('shop-again')).phase).toBe('Succeeded');
    expect(bed.containers.members).toEqual(['shop-0', 'shop-again-0', 'shop-again-1']);
  });
  expect(await (await bed.containers.keys('shop-again')).all()).toEqual(new Map([['color', 'blue']]));
  expect(await (await bed.containers.keys('shop')).all()).toEqual(new Map([['color', 'red']]));
});

test('a cluster that exists is not replaced', async () => {
  const before = await bed.client.get(EtcdCluster, { name: 'shop', namespace });
  const spec = { backupName: 'before', clusterName: 'shop', version: '3.6.8' };
  await bed.client.create(EtcdRestore, { metadata: { name: 'wrong', namespace }, spec });
  await bed.until(async () => {
    const { phase, conditions } = await restore('wrong');
    expect(phase).toBe('Failed');
    expect(findCondition(conditions, 'Ready')?.message).toBe('EtcdCluster shop exists already');
  });
  const after = await bed.client.get(EtcdCluster, { name: 'shop', namespace });
  expect(after.metadata.generation).toBe(before.metadata.generation);
});

test('deleting the restore keeps the cluster', async () => {
  await bed.client.delete(EtcdRestore, { name: 'shop-again', namespace });
  await bed.pass(10);
  expect((await bed.client.get(EtcdCluster, { name: 'shop-again', namespace })).status?.phase).toBe(
    'Running',
  );
});

async function restore(name: string) {
  return (await bed.client.get(EtcdRestore, { name, namespace })).status ?? {};
}
