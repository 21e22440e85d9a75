// SPDX-License-Identifier: Apache-2.0

import { findCondition, mergePatch, TerminalError } from '@opgen/runtime';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EtcdBackup } from '../../../src/api/etcd/v1alpha1/etcd-backup.ts';
import { EtcdCluster } from '../../../src/api/etcd/v1alpha1/etcd-cluster.ts';
import { nextRun } from '../../../src/backup/next-run.ts';
import { type Bed, startBed } from '../../support/bed.ts';
// +scaffold:imports

const namespace = 'default';
const nightly: EtcdBackup = {
  apiVersion: 'etcd.example.com/v1alpha1',
  kind: 'EtcdBackup',
  metadata: {
    name: 'nightly',
    namespace,
    uid: 'b1',
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { clusterName: 'shop', schedule: '30 2 * * *', timeZone: 'UTC', keep: 2, storage: '1Gi' },
};

describe('what there is to do', () => {
  test('a snapshot when it is time, and none before', () => {
    expect(nextRun(nightly, [], at('1T02:29')).start).toBeUndefined();
    expect(nextRun(nightly, [], at('1T02:30'))).toMatchObject({ start: at('1T02:30'), next: at('2T02:30') });
  });

  test('one snapshot at once without a schedule, and no other', () => {
    const { schedule: _, ...spec } = nightly.spec;
    const once = { ...nightly, spec };
    expect(nextRun(once, [], at('3T12:00'))).toMatchObject({ start: at('1T00:00'), next: undefined });
    const done = { ...once, status: { lastScheduleTime: '2026-01-01T00:00:00Z' } };
    expect(nextRun(done, [], at('3T12:00'))).toMatchObject({ start: undefined, next: undefined });
  });

  test('the oldest snapshots and failed Jobs go', () => {
    const saved = ['3', '1', '2'].map((day) => jobOf(day, 'Complete'));
    const failed = ['5', '4'].map((day) => jobOf(day, 'Failed'));
    const { expired } = nextRun(nightly, [...saved, ...failed], at('6T00:00'));
    expect(expired.map(({ metadata }) => metadata.name)).toEqual(['1', '4']);
  });

  test('no retry while the schedule is invalid', () => {
    const wrong = { ...nightly, spec: { ...nightly.spec, schedule: '61 * * * *' } };
    expect(() => nextRun(wrong, [], at('1T00:00'))).toThrow(TerminalError);
  });
});

describe('on an API server', () => {
  let bed: Bed;

  beforeAll(async () => {
    bed = await startBed();
  });

  afterAll(() => bed[Symbol.asyncDispose]());

  test('it waits for its cluster', async () => {
    await bed.client.create(EtcdBackup, {
      metadata: { name: 'nightly', namespace },
      spec: { clusterName: 'shop', schedule: '@hourly', keep: 2 },
    });
    await bed.until(async () =>
      expect(await ready('nightly')).toMatchObject({ reason: 'ClusterUnavailable' }),
    );

    await bed.client.create(EtcdCluster, {
      metadata: { name: 'shop', namespace },
      spec: { size: 1, version: '3.6.8' },
    });
    await bed.until(async () => expect(await ready('nightly')).toMatchObject({ status: 'True' }));
  });

  test('it makes snapshots, and keeps two of them', async () => {
    await bed.cluster.clock.advance('3h');
    await bed.until(async () => {
      const { status } = await bed.client.get(EtcdBackup, { name: 'nightly', namespace });
      expect(status?.snapshots).toHaveLength(2);
      const claims = await bed.client.list(PersistentVolumeClaim, {
        namespace,
        labelSelector: { 'app.kubernetes.io/name': 'etcd-backup' },
      });
      expect(claims.items.map(({ metadata }) => metadata.name).toSorted()).toEqual(
        status?.snapshots?.toSorted(),
      );
    });
  });

  test('a snapshot without a schedule is made once', async () => {
    await bed.client.create(EtcdBackup, {
      metadata: { name: 'once', namespace },
      spec: { clusterName: 'shop' },
    });
    await bed.until(async () => {
      expect((await bed.client.get(EtcdBackup, { name: 'once', namespace })).status?.snapshots).toHaveLength(
        1,
      );
    });
    await bed.cluster.clock.advance('3h');
    await bed.pass(10);
    expect((await bed.client.get(EtcdBackup, { name: 'once', namespace })).status?.snapshots).toHaveLength(1);
  });

  test('an invalid schedule is reported, and heals', async () => {
    const key = { name: 'nightly', namespace };
    await bed.client.patch(EtcdBackup, key, mergePatch({ spec: { schedule: 'often' } }));
    await bed.until(async () => expect(await ready('nightly')).toMatchObject({ reason: 'InvalidSchedule' }));
    await bed.client.patch(EtcdBackup, key, mergePatch({ spec: { schedule: '@daily' } }));
    await bed.until(async () => expect(await ready('nightly')).toMatchObject({ status: 'True' }));
  });

  test('deleting it deletes its snapshots', async () => {
    for (const name of ['nightly', 'once']) await bed.client.delete(EtcdBackup, { name, namespace });
    await bed.until(async () => {
      expect((await bed.client.list(Job, { namespace })).items).toEqual([]);
      expect((await bed.client.list(PersistentVolumeClaim, { namespace })).items).toHaveLength(1);
    });
  });

  async function ready(name: string) {
    const { status } = await bed.client.get(EtcdBackup, { name, namespace });
    return findCondition(status?.conditions, 'Ready');
  }
});

function at(time: string): Date {
  return new Date(`2026-01-0${time}:00Z`);
}

function jobOf(day: string, condition: string): Job {
  const creationTimestamp = `2026-01-0${day}T02:30:00Z`;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: day, uid: day, resourceVersion: '1', creationTimestamp },
    spec: { template: { spec: { containers: [] } } },
    status: { conditions: [{ type: condition, status: 'True' }] },
  };
}
