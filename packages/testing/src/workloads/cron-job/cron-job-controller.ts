import { AlreadyExistsError, controllerOf, type ObjectKey, toTime } from '@opgen/runtime';
import { CronJob, type CronJobStatus, Job } from '@opgen/runtime/kinds/batch/v1';
import { dueRun, Schedule } from '@opgen/runtime/schedule';
import { hasCompleted, isFinished } from '../job/job-conditions.ts';
import { type Again, ofControllerManager, reconciler, waiting, type Workloads } from '../workloads.ts';
import { jobsToRemove } from './jobs-to-remove.ts';
import { jobName, scheduledJob } from './scheduled-job.ts';

const name = 'cronjob-controller';
/** Milliseconds after the scheduled time, as in Kubernetes, which allows for clocks that differ. */
const margin = 100;

/** Creates Jobs at the scheduled times of CronJobs, and deletes old ones. */
export function addCronJobController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new CronJobController(workloads);
  manager
    .controller(name)
    .for(CronJob)
    .owns(Job, { predicates: [] })
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class CronJobController {
  readonly #workloads: Workloads;
  readonly #events;

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { client } = this.#workloads.manager;
    const cronJob = await client.find(CronJob, key);
    if (cronJob === undefined) return undefined;
    const { items } = await client.list(Job, { namespace: cronJob.metadata.namespace ?? '' });
    const jobs = items.filter((job) => controllerOf(job)?.uid === cronJob.metadata.uid);
    const observed = this.#observed(cronJob, jobs);
    const { status, again } = await this.#schedule(cronJob, observed);
    for (const job of jobsToRemove(cronJob, jobs)) await this.#delete(cronJob, job.metadata.name);
    await client.patchStatus(CronJob, cronJob, status);
    return again;
  }

  /** The status without the Jobs that have ended since. */
  #observed(cronJob: CronJob, jobs: readonly Job[]): CronJobStatus {
    const { active = [], ...status } = cronJob.status ?? {};
    const byUid = new Map(jobs.map((job) => [job.metadata.uid, job]));
    for (const job of jobs.filter((each) => !isFinished(each)))
      if (!active.some(({ uid }) => uid === job.metadata.uid))
        this.#events.warning(
          cronJob,
          'UnexpectedJob',
          `Saw a job that the controller did not create or forgot: ${job.metadata.name}`,
        );
    const running = active.filter(({ uid = '', name: job }) => {
      const known = byUid.get(uid);
      if (known !== undefined && !isFinished(known)) return true;
      if (known === undefined) this.#events.normal(cronJob, 'MissingJob', `Active job went missing: ${job}`);
      else {
        const condition = hasCompleted(known) ? 'Complete' : 'Failed';
        this.#events.normal(cronJob, 'SawCompletedJob', `Saw completed job: ${job}, condition: ${condition}`);
      }
      return false;
    });
    const successes = [status.lastSuccessfulTime, ...jobs.map((job) => job.status?.completionTime)];
    const lastSuccessfulTime = successes
      .filter((time) => time !== undefined)
      .toSorted()
      .at(-1);
    return {
      ...status,
      ...(running.length > 0 && { active: running }),
      ...(lastSuccessfulTime !== undefined && { lastSuccessfulTime }),
    };
  }

  /** Starts the Job that is due, unless the concurrency policy forbids it. */
  async #schedule(
    cronJob: CronJob,
    status: CronJobStatus,
  ): Promise<{ status: CronJobStatus; again: Again | undefined }> {
    const { spec, metadata } = cronJob;
    const idle = { status, again: undefined };
    if (metadata.deletionTimestamp !== undefined) return idle;
    const schedule = this.#scheduleOf(cronJob);
    if (schedule === undefined || spec.suspend === true) return idle;
    const now = new Date(this.#workloads.clock.now());
    const { startingDeadlineSeconds, concurrencyPolicy } = spec;
    const { due, missed, next } = dueRun({
      schedule,
      last: new Date(status.lastScheduleTime ?? metadata.creationTimestamp),
      now,
      ...(startingDeadlineSeconds !== undefined && { startingDeadlineSeconds }),
    });
    const again = next && waiting(next.getTime() + margin - now.getTime());
    const { active = [] } = status;
    if (due === undefined || active.some((job) => job.name === jobName(cronJob, due)))
      return { status, again };
    if (missed >= 100)
      this.#events.warning(
        cronJob,
        'TooManyMissedTimes',
        'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
      );
    if (concurrencyPolicy === 'Forbid' && active.length > 0) {
      this.#events.normal(
        cronJob,
        'JobAlreadyActive',
        'Not starting job because prior execution is running and concurrency policy is Forbid',
      );
      return { status, again };
    }
    const replaces = concurrencyPolicy === 'Replace';
    if (replaces) for (const job of active) await this.#delete(cronJob, job.name ?? '');
    const job = await this.#create(cronJob, due);
    const { uid, namespace = '', resourceVersion } = job.metadata;
    const reference = {
      apiVersion: job.apiVersion,
      kind: job.kind,
      name: job.metadata.name,
      namespace,
      resourceVersion,
      uid,
    };
    return {
      status: {
        ...status,
        active: [...(replaces ? [] : active), reference],
        lastScheduleTime: toTime(due),
      },
      again,
    };
  }

  #scheduleOf(cronJob: CronJob): Schedule | undefined {
    const { schedule, timeZone = 'UTC' } = cronJob.spec;
    try {
      Intl.DateTimeFormat('en-US', { timeZone });
    } catch {
      const quoted = JSON.stringify(timeZone);
      this.#events.warning(
        cronJob,
        'UnknownTimeZone',
        `invalid timeZone: ${quoted}: unknown time zone ${timeZone}`,
      );
      return undefined;
    }
    try {
      return new Schedule(schedule, { timeZone });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#events.warning(
        cronJob,
        'UnparseableSchedule',
        `unparseable schedule: ${JSON.stringify(schedule)} : ${message}`,
      );
      return undefined;
    }
  }

  /** A Job that exists already was created by an attempt whose status was not written. */
  async #create(cronJob: CronJob, due: Date): Promise<Job> {
    const { client } = this.#workloads.manager;
    try {
      const job = await client.create(Job, scheduledJob(cronJob, due));
      this.#events.normal(cronJob, 'SuccessfulCreate', `Created job ${job.metadata.name}`);
      return job;
    } catch (error) {
      if (!(error instanceof AlreadyExistsError)) throw error;
      const { namespace = '' } = cronJob.metadata;
      return client.get(Job, { name: jobName(cronJob, due), namespace });
    }
  }

  async #delete(cronJob: CronJob, job: string): Promise<void> {
    const { namespace = '' } = cronJob.metadata;
    const propagationPolicy = 'Background';
    await this.#workloads.manager.client.delete(Job, { name: job, namespace }, { propagationPolicy });
    this.#events.normal(cronJob, 'SuccessfulDelete', `Deleted job ${job}`);
  }
}
