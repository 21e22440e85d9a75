import { controllerOf, labelsMatch, NotFoundError, type ObjectKey, strategicPatch } from '@opgen/runtime';
import { Job, type JobStatus } from '@opgen/runtime/kinds/batch/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { adopters } from '../ownership/adopters.ts';
import { claim } from '../ownership/claim.ts';
import { isReady } from '../pods/pod-state.ts';
import { timestamp } from '../time.ts';
import {
  type Again,
  inMotion,
  ofControllerManager,
  reconciler,
  sooner,
  waiting,
  type Workloads,
} from '../workloads.ts';
import { type Failures, failuresAfter, noFailures } from './backoff.ts';
import { count, counted } from './counting.ts';
import { type End, isFinished, withEnd, withInterim, withSuspension } from './job-conditions.ts';
import { isTerminating, isTracked, trackingFinalizer } from './job-pods.ts';
import { endOf, jobProgress, type JobProgress, successOf, untilDeadline } from './job-progress.ts';
import { podOfJob } from './pod-of-job.ts';
import { type PodChanges, podsToChange } from './pods-to-change.ts';

const name = 'job-controller';
const nameLabel = 'batch.kubernetes.io/job-name';

/** Runs the Pods of Jobs until enough of them have succeeded. */
export function addJobController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new JobController(workloads);
  manager
    .controller(name)
    .for(Job)
    .owns(Pod)
    .watches(Pod, (pod) => controller.jobsOf(pod))
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class JobController {
  readonly #workloads: Workloads;
  readonly #events;
  /** The failures that delay the next Pods, by the uid of their Job. Like Kubernetes, it forgets them on a restart. */
  readonly #failures = new Map<string, Failures>();

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { client } = this.#workloads.manager;
    const job = await client.find(Job, key);
    const { namespace = '' } = key;
    const { items } = await client.list(Pod, { namespace });
    const orphans = items.filter((pod) => isTracked(pod) && isLeft(pod, key.name, job));
    for (const pod of orphans) await this.#release(pod);
    if (job === undefined || isFinished(job)) {
      if (job !== undefined) this.#failures.delete(job.metadata.uid);
      return undefined;
    }
    const { managedBy = 'kubernetes.io/job-controller', selector = {} } = job.spec;
    if (managedBy !== 'kubernetes.io/job-controller') return undefined;
    const pods = await claim({ client, owner: job, selector }, Pod, items);
    return this.#sync(job, pods);
  }

  /** The Jobs that could adopt a Pod without a controller, and the Job that it was created for. */
  async jobsOf(pod: Pod): Promise<ObjectKey[]> {
    if (controllerOf(pod) !== undefined) return [];
    const { namespace = '', labels } = pod.metadata;
    const candidates = await adopters(this.#workloads.manager.client, Job, pod);
    const first = labels?.[nameLabel];
    return first === undefined ? candidates : [...candidates, { name: first, namespace }];
  }

  async #sync(job: Job, pods: readonly Pod[]): Promise<Again | undefined> {
    const { clock } = this.#workloads;
    const { suspend = false } = job.spec;
    const startTime = job.status?.startTime ?? (suspend ? undefined : timestamp(clock));
    const started: Job = { ...job, status: { ...job.status, ...(startTime !== undefined && { startTime }) } };
    const progress = jobProgress(started, pods);
    const failures = failuresAfter(
      this.#failures.get(job.metadata.uid) ?? noFailures,
      progress.newlySucceeded,
      progress.newlyFailed,
    );
    const end = endOf(started, pods, progress, clock);
    if (end !== undefined) {
      for (const pod of progress.active) await this.#delete(job, pod);
      const left = {
        active: 0,
        ready: 0,
        terminating: pods.filter(isTerminating).length + progress.active.length,
      };
      return this.#track(job, started, { pods, progress, failures, end, left });
    }
    return this.#manage(job, started, { pods, progress, failures });
  }

  /** Creates and deletes Pods of a Job that goes on, or ends it if enough of them have succeeded. */
  async #manage(
    job: Job,
    started: Job,
    { pods, progress, failures }: Pick<Tracked, 'pods' | 'progress' | 'failures'>,
  ): Promise<Again | undefined> {
    const { clock, manager } = this.#workloads;
    const { suspend = false } = job.spec;
    const isLeaving = job.metadata.deletionTimestamp !== undefined;
    const changes: PodChanges = isLeaving
      ? { remove: [], create: [] }
      : podsToChange(started, pods, progress, failures, clock);
    const { remove, create, wait } = changes;
    for (const pod of remove) {
      await this.#release(pod);
      await this.#delete(job, pod);
    }
    let failure: Error | undefined;
    let createdPods = 0;
    for (const wanted of create) {
      try {
        const pod = await manager.client.create(Pod, podOfJob(job, wanted));
        createdPods += 1;
        this.#events.normal(job, 'SuccessfulCreate', `Created pod: ${pod.metadata.name}`);
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        this.#events.warning(job, 'FailedCreate', `Error creating: ${failure.message}`);
        break;
      }
    }
    const left = {
      active: progress.active.length - remove.length + createdPods,
      ready: progress.active.filter((pod) => isReady(pod) && !remove.includes(pod)).length,
      terminating: pods.filter(isTerminating).length + remove.length,
    };
    const end = successOf(job, progress.succeeded, left.active);
    const next = end === undefined && !isLeaving ? this.#withSuspension(started, suspend) : started;
    const rest = await this.#track(job, next, { pods, progress, failures, end, left });
    if (failure !== undefined) throw failure;
    const deadline = untilDeadline(next, clock);
    const waits = [wait ?? Infinity, deadline].filter((each) => each < Infinity).map(waiting);
    return waits.reduce(sooner, rest);
  }

  #withSuspension(job: Job, isSuspended: boolean): Job {
    const { clock } = this.#workloads;
    const { conditions = [], ...status } = job.status ?? {};
    const next = withSuspension(conditions, isSuspended, clock);
    if (next === conditions) return job;
    this.#events.normal(
      job,
      isSuspended ? 'Suspended' : 'Resumed',
      isSuspended ? 'Job suspended' : 'Job resumed',
    );
    const { startTime: _, ...others } = status;
    // The deadline begins again when the Job is resumed.
    return {
      ...job,
      status: { ...others, ...(!isSuspended && { startTime: timestamp(clock) }), conditions: [...next] },
    };
  }

  /** Counts the Pods that have ended, and the Job is finished once none of them is left. */
  async #track(
    job: Job,
    next: Job,
    { pods, progress, failures, end, left }: Tracked,
  ): Promise<Again | undefined> {
    const { clock, manager } = this.#workloads;
    const { status, release, isPartial } = count(next, pods, progress, end);
    const { active: _, ...others } = status;
    const announced: JobStatus = {
      ...others,
      ...(left.active > 0 && { active: left.active }),
      ready: left.ready,
      terminating: left.terminating,
      ...(end && { conditions: [...withInterim(status.conditions ?? [], end, clock)] }),
    };
    const listed = await manager.client.patchStatus(Job, job, announced);
    this.#failures.set(job.metadata.uid, failures);
    for (const pod of release) await this.#release(pod);
    const released = new Set(release.map(({ metadata }) => metadata.uid));
    const tracked = pods.filter((pod) => isTracked(pod) && !released.has(pod.metadata.uid));
    const afterwards = counted(announced, new Set(tracked.map(({ metadata }) => metadata.uid)));
    const { succeeded = [], failed = [] } = afterwards.uncountedTerminatedPods ?? {};
    const isOver =
      end !== undefined && !isPartial && succeeded.length + failed.length === 0 && left.terminating === 0;
    const final = isOver ? finished(afterwards, end, timestamp(clock), clock) : afterwards;
    await manager.client.patchStatus(Job, listed, final);
    if (isOver) this.#noteEnd(job, end, final);
    return isPartial ? inMotion(0) : undefined;
  }

  #noteEnd(job: Job, end: End, { succeeded = 0 }: JobStatus): void {
    if (end.type === 'Failed') {
      this.#events.warning(job, end.reason, end.message);
      return;
    }
    if (succeeded > (job.spec.completions ?? Infinity))
      this.#events.warning(
        job,
        'TooManySucceededPods',
        'Too many succeeded pods running after completion count reached',
      );
    this.#events.normal(job, 'Completed', 'Job completed');
  }

  async #delete(job: Job, { metadata }: Pod): Promise<void> {
    const { name: pod, namespace = '', uid } = metadata;
    await this.#workloads.manager.client.delete(Pod, { name: pod, namespace }, { preconditions: { uid } });
    this.#events.normal(job, 'SuccessfulDelete', `Deleted pod: ${pod}`);
  }

  /** Removes the finalizer of a Pod that is counted. */
  async #release({ metadata }: Pod): Promise<void> {
    const { name: pod, namespace = '', uid } = metadata;
    const patch = strategicPatch({
      metadata: { uid, '$deleteFromPrimitiveList/finalizers': [trackingFinalizer] },
    });
    try {
      await this.#workloads.manager.client.patch(Pod, { name: pod, namespace }, patch);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
}

/** What one reconcile knows of a Job, and how many Pods it leaves. */
interface Tracked {
  readonly pods: readonly Pod[];
  readonly progress: JobProgress;
  readonly failures: Failures;
  readonly end: End | undefined;
  readonly left: { readonly active: number; readonly ready: number; readonly terminating: number };
}

/** Whether a Pod was created for a Job that is gone or finished. */
function isLeft(pod: Pod, jobName: string, job: Job | undefined): boolean {
  const controller = controllerOf(pod);
  if (controller === undefined) return pod.metadata.labels?.[nameLabel] === jobName && !adopts(job, pod);
  if (controller.kind !== 'Job' || controller.name !== jobName) return false;
  return job === undefined || job.metadata.uid !== controller.uid || isFinished(job);
}

function adopts(job: Job | undefined, { metadata }: Pod): boolean {
  const selector = job?.spec.selector;
  return selector !== undefined && labelsMatch(selector, metadata.labels);
}

function finished(status: JobStatus, end: End, now: string, clock: Workloads['clock']): JobStatus {
  return {
    ...status,
    conditions: [...withEnd(status.conditions ?? [], end, clock)],
    ...(end.type === 'Complete' && { completionTime: now }),
  };
}
