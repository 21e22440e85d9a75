import { mergePatch } from '@opgen/runtime';
import { CronJob, type CronJobSpec, Job } from '@opgen/runtime/kinds/batch/v1';
import { Event } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../../src/clock/virtual-clock.ts';
import { startCluster } from '../../../src/cluster.ts';
import { localTime } from '../../../src/workloads/cron-job/scheduled-job.ts';

const key = { name: 'report', namespace: 'default' };

/** With `duration`, how long each Job runs. */
function cronJob(spec: Partial<CronJobSpec> = {}, duration = '1s', exitCode = '0') {
  const annotations = {
    'pods.testing.opgen.dev/exit-after': duration,
    'pods.testing.opgen.dev/exit-code': exitCode,
  };
  return {
    metadata: key,
    spec: {
      schedule: '*/10 * * * *',
      jobTemplate: {
        spec: {
          backoffLimit: 0,
          template: {
            metadata: { annotations },
            spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] },
          },
        },
      },
      ...spec,
    },
  };
}

async function clusterAt(time: string) {
  const clock = new VirtualClock(time);
  const cluster = await startCluster({ workloads: true, clock });
  const jobs = async (): Promise<string[]> => {
    const { items } = await cluster.client.list(Job);
    return items.map(
      ({ metadata }) => metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'] ?? '',
    );
  };
  const reasons = async (): Promise<(string | undefined)[]> => {
    const { items } = await cluster.client.list(Event);
    return items
      .filter(({ involvedObject }) => involvedObject.kind === 'CronJob')
      .map(({ reason }) => reason);
  };
  return { cluster, clock, jobs, reasons, [Symbol.asyncDispose]: () => cluster.stop() };
}

test('a Job for each scheduled time, and only the last ones are kept', async () => {
  await using bed = await clusterAt('2026-01-01T00:05:00Z');
  await bed.cluster.client.create(CronJob, cronJob({ successfulJobsHistoryLimit: 2 }));
  await bed.clock.advance('4m');
  expect(await bed.jobs()).toEqual([]);
  await bed.clock.advance('2m');
  expect(await bed.jobs()).toEqual(['2026-01-01T00:10:00Z']);
  await bed.clock.advance('30m');
  expect(await bed.jobs()).toEqual(['2026-01-01T00:30:00Z', '2026-01-01T00:40:00Z']);
  const { status } = await bed.cluster.client.get(CronJob, key);
  expect(status?.lastScheduleTime).toBe('2026-01-01T00:40:00Z');
  expect(status?.lastSuccessfulTime).toBeDefined();
  expect(status?.active ?? []).toEqual([]);
});

test('failed Jobs have a limit of their own', async () => {
  await using bed = await clusterAt('2026-01-01T00:05:00Z');
  await bed.cluster.client.create(CronJob, cronJob({ failedJobsHistoryLimit: 1 }, '1s', '1'));
  await bed.clock.advance('40m');
  expect(await bed.jobs()).toEqual(['2026-01-01T00:40:00Z']);
  expect((await bed.cluster.client.get(CronJob, key)).status?.lastSuccessfulTime).toBeUndefined();
});

test.each([
  ['Allow', ['2026-01-01T00:10:00Z', '2026-01-01T00:20:00Z'], 2],
  ['Forbid', ['2026-01-01T00:10:00Z'], 1],
  ['Replace', ['2026-01-01T00:20:00Z'], 1],
])('Jobs that overlap, with concurrency policy %s', async (concurrencyPolicy, expected, active) => {
  await using bed = await clusterAt('2026-01-01T00:05:00Z');
  await bed.cluster.client.create(CronJob, cronJob({ concurrencyPolicy }, '14m'));
  await bed.clock.advance('18m');
  expect(await bed.jobs()).toEqual(expected);
  expect((await bed.cluster.client.get(CronJob, key)).status?.active).toHaveLength(active);
  await bed.clock.advance('5m');
  // What Forbid held up starts as soon as the Job before it has finished.
  if (concurrencyPolicy === 'Forbid')
    expect(await bed.jobs()).toEqual(['2026-01-01T00:10:00Z', '2026-01-01T00:20:00Z']);
});

test.each([
  [undefined, ['2026-01-01T00:40:00Z']],
  [120, []],
  [600, ['2026-01-01T00:40:00Z']],
])('runs that were missed, with a starting deadline of %s seconds', async (seconds, expected) => {
  await using bed = await clusterAt('2026-01-01T00:05:00Z');
  const deadline = seconds === undefined ? {} : { startingDeadlineSeconds: seconds };
  await bed.cluster.client.create(CronJob, cronJob({ suspend: true, ...deadline }));
  await bed.clock.advance('40m');
  expect(await bed.jobs()).toEqual([]);
  await bed.cluster.client.patch(CronJob, key, mergePatch({ spec: { suspend: false } }));
  await bed.cluster.settled();
  expect(await bed.jobs()).toEqual(expected);
});

test('schedules have a time zone', async () => {
  await using bed = await clusterAt('2026-03-28T12:00:00Z');
  await bed.cluster.client.create(CronJob, cronJob({ schedule: '30 6 * * *', timeZone: 'Europe/Berlin' }));
  await bed.clock.advance('24h');
  expect(await bed.jobs()).toEqual(['2026-03-29T06:30:00+02:00']);
});

test.each([
  ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00Z', 'Europe/London', '2026-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00Z', 'America/St_Johns', '2025-12-31T20:30:00-03:30'],
  ['2026-07-01T00:00:00Z', 'Asia/Kolkata', '2026-07-01T05:30:00+05:30'],
])('%s in %s is %s', (time, timeZone, expected) => {
  expect(localTime(new Date(time), timeZone)).toBe(expected);
});

test('the CronJob goes with its Jobs', async () => {
  await using bed = await clusterAt('2026-01-01T00:05:00Z');
  await bed.cluster.client.create(CronJob, cronJob({}, '1h'));
  await bed.clock.advance('6m');
  expect(await bed.reasons()).toEqual(['SuccessfulCreate']);
  await bed.cluster.client.delete(CronJob, key, { propagationPolicy: 'Foreground' });
  await bed.clock.advance('1m');
  expect(await bed.jobs()).toEqual([]);
  expect((await bed.cluster.client.list(CronJob)).items).toEqual([]);
});
