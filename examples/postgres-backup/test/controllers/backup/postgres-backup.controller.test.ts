// SPDX-License-Identifier: Apache-2.0

import { type Clock, findCondition, Manager, systemClock, TerminalError } from '@opgen/runtime';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { Secret } from '@opgen/runtime/kinds/core/v1';
import { Event } from '@opgen/runtime/kinds/events/v1';
import { eventually, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresBackup } from '../../../src/api/backup/v1alpha1/postgres-backup.ts';
import {
  desiredJob,
  nextSteps,
  setupPostgresBackupController,
} from '../../../src/controllers/backup/postgres-backup.controller.ts';
import { setupWebhooks } from '../../../src/webhooks/webhooks.ts';
// +scaffold:imports

const shop: PostgresBackup = {
  apiVersion: 'backup.example.com/v1alpha1',
  kind: 'PostgresBackup',
  metadata: {
    name: 'shop',
    namespace: 'default',
    uid: 'b2d8f3a0',
    resourceVersion: '1',
    creationTimestamp: '2024-01-01T00:00:00Z',
  },
  spec: {
    schedule: '30 2 * * *',
    timeZone: 'UTC',
    connectionSecret: 'shop-database',
    volumeClaim: 'shop-backups',
    keep: 2,
    serverVersion: 18,
    image: 'postgres:18-alpine',
  },
};

// Pure functions need no API server.
describe('what there is to do', () => {
  test('nothing before the time', () => {
    expect(nextSteps(shop, [], at('1T02:29'))).toEqual({ next: at('1T02:30'), expired: [] });
  });

  test('a backup when it is time', () => {
    expect(nextSteps(shop, [], at('1T02:30'))).toMatchObject({ start: at('1T02:30'), next: at('2T02:30') });
  });

  test('no second one for the same time', () => {
    const started = { ...shop, status: { lastScheduleTime: '2024-01-01T02:30:00Z' } };
    expect(nextSteps(started, [], at('1T02:31')).start).toBeUndefined();
  });

  test('none beside one that has not ended', () => {
    expect(nextSteps(shop, [jobOf('1', {})], at('1T02:30')).start).toBeUndefined();
  });

  test('none while it is suspended', () => {
    const suspended = { ...shop, spec: { ...shop.spec, suspend: true } };
    expect(nextSteps(suspended, [], at('1T02:30')).start).toBeUndefined();
  });

  test('no retry while the schedule is invalid', () => {
    const wrong = { ...shop, spec: { ...shop.spec, schedule: '61 * * * *' } };
    expect(() => nextSteps(wrong, [], at('1T02:30'))).toThrow(TerminalError);
  });

  test('the oldest Jobs are deleted when there are more than the history limit', () => {
    const jobs = ['3', '1', '2'].map((day) =>
      jobOf(day, { conditions: [{ type: 'Complete', status: 'True' }] }),
    );
    expect(nextSteps(shop, jobs, at('4T00:00')).expired).toEqual([jobs[1]]);
  });
});

test('a Job reads the connection from the Secret, and belongs to its backup', () => {
  const { metadata, spec } = desiredJob(shop, new Date('2024-01-01T02:30:00Z'));
  expect(metadata.ownerReferences).toMatchObject([{ uid: 'b2d8f3a0', controller: true }]);
  expect(spec.template.spec?.containers[0]?.env).toContainEqual({
    name: 'URI',
    valueFrom: { secretKeyRef: { name: 'shop-database', key: 'uri' } },
  });
});

// The API server runs inside this process: no cluster, no container.
describe('on an API server', () => {
  const ending = new AbortController();
  const key = { name: 'shop', namespace: 'default' };
  const secret = { name: 'shop-database', namespace: 'default' };
  let ahead = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
  let cluster: TestCluster;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await startCluster({ crds: 'config/crd/bases' });
    const manager = new Manager({
      transport: cluster.transport,
      health: { bindAddress: '0' },
      webhooks: { bindAddress: '127.0.0.1:0' },
    });
    setupPostgresBackupController(manager, clock);
    setupWebhooks(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
    await cluster.installWebhooks('config/webhook/manifests.yaml', manager.webhookEndpoint);
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  test('a missing Secret is reported in the status', async () => {
    const { schedule, connectionSecret, volumeClaim } = shop.spec;
    await cluster.client.create(PostgresBackup, {
      metadata: key,
      spec: { schedule, connectionSecret, volumeClaim, timeZone: 'UTC', keep: 2, serverVersion: 17 },
    });

    await eventually(async () => expect(await ready()).toMatchObject({ reason: 'ConnectionMissing' }));
  });

  test('it becomes ready when the Secret is created', async () => {
    await cluster.client.create(Secret, { metadata: secret, stringData: { uri: 'postgres://shop' } });

    await eventually(async () =>
      expect(await ready()).toMatchObject({ status: 'True', reason: 'Scheduled' }),
    );
  });

  test('a day later a Job makes the backup, with the image that the webhook filled in', async () => {
    ahead = 86_400_000;
    await cluster.client.apply(PostgresBackup, { metadata: { ...key, labels: { touched: 'yes' } } });

    const [job] = await eventually(jobs);
    expect(job?.spec.template.spec?.containers[0]?.image).toBe('postgres:17-alpine');
    await eventually(async () => {
      const { status } = await cluster.client.get(PostgresBackup, key);
      expect(job?.metadata.name).toBe(`shop-${Date.parse(status?.lastScheduleTime ?? '') / 60_000}`);
    });
  });

  test('a failed backup is reported in the status and as an event', async () => {
    const [job] = await jobs();
    const now = new Date().toISOString();
    await cluster.client.patchStatus(Job, job!, {
      startTime: now,
      conditions: ['FailureTarget', 'Failed'].map((type) => ({
        type,
        status: 'True',
        reason: 'BackoffLimitExceeded',
        message: 'too many tries',
        lastTransitionTime: now,
      })),
    });

    await eventually(async () => {
      expect(await ready()).toMatchObject({ status: 'False', reason: 'BackupFailed' });
      const { items } = await cluster.client.list(Event, { namespace: 'default' });
      expect(items.map(({ reason }) => reason).toSorted()).toEqual(['BackupFailed', 'BackupStarted']);
    });
  });

  test('deleting it deletes its Jobs', async () => {
    await cluster.client.delete(PostgresBackup, key);

    await eventually(async () => {
      expect((await cluster.client.list(Job, { namespace: 'default' })).items).toEqual([]);
    });
  });

  async function ready() {
    const { status } = await cluster.client.get(PostgresBackup, key);
    return findCondition(status?.conditions, 'Ready');
  }

  async function jobs(): Promise<Job[]> {
    const { items } = await cluster.client.list(Job, { namespace: 'default' });
    expect(items).toHaveLength(1);
    return items;
  }
});

function at(time: string): Date {
  return new Date(`2024-01-0${time}:00Z`);
}

function jobOf(day: string, status: NonNullable<Job['status']>): Job {
  const { metadata, spec } = desiredJob(shop, new Date(`2024-01-0${day}T02:30:00Z`));
  const creationTimestamp = `2024-01-0${day}T02:30:00Z`;
  const stored = { name: metadata.name ?? '', uid: day, resourceVersion: '1', creationTimestamp };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: stored, spec: spec as Job['spec'], status };
}
