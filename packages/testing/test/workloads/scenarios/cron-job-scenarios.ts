import { mergePatch } from '@opgen/runtime';
import { CronJob, Job } from '@opgen/runtime/kinds/batch/v1';
import { expect } from 'vitest';
import type { Scenario } from './scenario.ts';

/** The names of Jobs contain the time, so these scenarios look for themselves. */
export const cronJobScenarios: Readonly<Record<string, Scenario>> = {
  'a CronJob that missed its run': async (bed, namespace) => {
    const key = { name: 'report', namespace };
    const template = {
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] },
    };
    const cronJob = await bed.client.create(CronJob, {
      metadata: key,
      spec: { schedule: '* * * * *', suspend: true, jobTemplate: { spec: { template } } },
    });
    expect(cronJob.spec).toMatchObject({ concurrencyPolicy: 'Allow', successfulJobsHistoryLimit: 3 });
    // The last run is so long ago that one is due at once.
    const lastScheduleTime = '2020-01-01T00:00:00Z';
    await bed.client.patchStatus(CronJob, cronJob, { lastScheduleTime });
    await bed.client.patch(CronJob, key, mergePatch({ spec: { suspend: false } }));
    await bed.until(async () => {
      const { status } = await bed.client.get(CronJob, key);
      expect(status?.active ?? []).toEqual([]);
      expect(status?.lastSuccessfulTime).toBeDefined();
      expect(status?.lastScheduleTime).not.toBe(lastScheduleTime);
    });
    await bed.client.patch(CronJob, key, mergePatch({ spec: { suspend: true } }));
    const [job] = (await bed.client.list(Job, { namespace })).items;
    expect(job?.metadata.name).toMatch(/^report-\d+$/);
    expect(job?.metadata.ownerReferences).toMatchObject([
      { kind: 'CronJob', name: 'report', controller: true },
    ]);
    expect(Object.keys(job?.metadata.annotations ?? {})).toEqual([
      'batch.kubernetes.io/cronjob-scheduled-timestamp',
    ]);
  },
};
