import { controllerReference, type New } from '@opgen/runtime';
import type { CronJob, Job } from '@opgen/runtime/kinds/batch/v1';

/** The name of the Job of a scheduled time: the same for each attempt to create it. */
export function jobName({ metadata }: CronJob, scheduled: Date): string {
  return `${metadata.name}-${Math.floor(scheduled.getTime() / 60_000)}`;
}

/** The Job of a scheduled time. */
export function scheduledJob(cronJob: CronJob, scheduled: Date): New<Job> {
  const { jobTemplate, timeZone = 'UTC' } = cronJob.spec;
  const { labels, annotations } = jobTemplate.metadata ?? {};
  return {
    metadata: {
      name: jobName(cronJob, scheduled),
      namespace: cronJob.metadata.namespace,
      labels,
      annotations: {
        ...annotations,
        'batch.kubernetes.io/cronjob-scheduled-timestamp': localTime(scheduled, timeZone),
      },
      ownerReferences: [controllerReference(cronJob)],
    },
    spec: jobTemplate.spec,
  };
}

/** A time as RFC 3339 writes it in a time zone: with the zone's offset, or `Z` if that is zero. */
export function localTime(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const local = new Date(time.getTime() + offset).toISOString().slice(0, 19);
  return `${local}${offset === 0 ? 'Z' : `${sign}${hours}:${minutes}`}`;
}
