// SPDX-License-Identifier: Apache-2.0

import {
  AlreadyExistsError,
  type Client,
  type Clock,
  done,
  type EventRecorder,
  isConditionTrue,
  isOwnedBy,
  type Manager,
  type NewCondition,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
  systemClock,
  TerminalError,
} from '@opgen/runtime';
import { healthOf } from '@opgen/runtime/health';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import { runName } from '@opgen/runtime/schedule';
import { EtcdBackup, type EtcdBackupStatus } from '../../api/etcd/v1alpha1/etcd-backup.ts';
import { EtcdCluster } from '../../api/etcd/v1alpha1/etcd-cluster.ts';
import { inState, nextRun, type NextRun } from '../../backup/next-run.ts';
import { labelsOf, snapshotClaim, snapshotJob } from '../../backup/objects.ts';

// +rbac:groups=etcd.example.com,resources=etcdbackups,verbs=get;list;watch
// +rbac:groups=etcd.example.com,resources=etcdbackups/status,verbs=get;patch
// +rbac:groups=etcd.example.com,resources=etcdbackups/finalizers,verbs=update
// +rbac:groups=etcd.example.com,resources=etcdclusters,verbs=get;list;watch
// +rbac:groups="",resources=persistentvolumeclaims,verbs=create;delete
// +rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;delete
// +rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Starts a Job whenever a snapshot is due, and deletes snapshots beyond the number to keep. */
export class EtcdBackupReconciler implements Reconciler {
  readonly #client: Client;
  readonly #events: EventRecorder;
  readonly #clock: Clock;

  constructor(client: Client, events: EventRecorder, clock: Clock) {
    this.#client = client;
    this.#events = events;
    this.#clock = clock;
  }

  async reconcile(request: Request): Promise<Result> {
    const backup = await this.#client.find(EtcdBackup, request);
    if (backup === undefined) return done; // Deleted: its snapshots are garbage collected.

    const { namespace = '' } = request;
    const { items } = await this.#client.list(Job, { namespace, labelSelector: labelsOf(backup) });
    const jobs = items.filter((job) => isOwnedBy(job, backup));
    const cluster = await this.#client.find(EtcdCluster, { name: backup.spec.clusterName, namespace });
    const now = new Date(this.#clock.now());
    const run = runOf(backup, jobs, now);
    const problem = run instanceof TerminalError ? run.message : undefined;
    const { start, next, expired }: NextRun = run instanceof TerminalError ? { expired: [] } : run;

    const isAvailable = isConditionTrue(cluster?.status?.conditions, 'Available');
    const started = isAvailable ? start : undefined;
    if (cluster !== undefined && started !== undefined) await this.#start(backup, cluster, started);
    for (const { metadata } of expired) await this.#delete({ name: metadata.name, namespace });

    const kept = jobs.filter((job) => !expired.includes(job));
    const status = observedStatus(backup, kept, { problem, isAvailable, started, now });
    await this.#client.patchStatus(EtcdBackup, backup, status);
    // Changes of the cluster and the Jobs trigger a reconcile. The schedule needs a requeue.
    if (next === undefined) return done;
    return { type: 'requeueAfter', delay: next.getTime() - now.getTime() };
  }

  /** The name follows from the time: after a crash in between, the same claim and Job are found. */
  async #start(backup: EtcdBackup, cluster: EtcdCluster, due: Date): Promise<void> {
    const name = runName(backup.metadata.name, due);
    await unlessExists(this.#client.create(PersistentVolumeClaim, snapshotClaim(backup, name)));
    await unlessExists(this.#client.create(Job, snapshotJob(backup, cluster, name)));
    this.#events.normal(backup, 'SnapshotStarted', `Started the Job ${name}`, { action: 'Backup' });
  }

  /** The Job goes last: as long as it exists, its snapshot is found again. */
  async #delete(key: { name: string; namespace: string }): Promise<void> {
    await this.#client.delete(PersistentVolumeClaim, key);
    await this.#client.delete(Job, key, { propagationPolicy: 'Background' });
  }
}

async function unlessExists(created: Promise<unknown>): Promise<void> {
  await created.catch((error: unknown) => {
    if (!(error instanceof AlreadyExistsError)) throw error;
  });
}

function runOf(backup: EtcdBackup, jobs: readonly Job[], now: Date): NextRun | TerminalError {
  try {
    return nextRun(backup, jobs, now);
  } catch (error) {
    if (error instanceof TerminalError) return error;
    throw error;
  }
}

interface Observed {
  /** What is wrong with the schedule. */
  problem: string | undefined;
  isAvailable: boolean;
  started: Date | undefined;
  now: Date;
}

/** The status of an EtcdBackup, computed from its Jobs. */
export function observedStatus(
  backup: EtcdBackup,
  jobs: readonly Job[],
  { problem, isAvailable, started, now }: Observed,
): EtcdBackupStatus {
  const observedGeneration = backup.metadata.generation ?? 0;
  const succeeded = inState('healthy', jobs).toSorted((a, b) => completedAt(b) - completedAt(a));
  const lastScheduleTime = started?.toISOString() ?? backup.status?.lastScheduleTime;
  const lastSuccessTime = succeeded[0]?.status?.completionTime ?? backup.status?.lastSuccessTime;
  const ready = readiness(backup, jobs, problem, isAvailable);
  const condition = { type: 'Ready', ...ready, observedGeneration };

  return {
    observedGeneration,
    ...(lastScheduleTime !== undefined && { lastScheduleTime }),
    ...(lastSuccessTime !== undefined && { lastSuccessTime }),
    snapshots: succeeded.map(({ metadata }) => metadata.name),
    conditions: setCondition(backup.status?.conditions, condition, now),
  };
}

type Readiness = Pick<NewCondition, 'status' | 'reason' | 'message'>;

/** Whether the next snapshot is expected to succeed, judging by the schedule, the cluster and the latest Job. */
function readiness(
  { spec: { clusterName, suspend } }: EtcdBackup,
  jobs: readonly Job[],
  problem: string | undefined,
  isAvailable: boolean,
): Readiness {
  if (problem !== undefined) return notReady('InvalidSchedule', problem);
  const [latest] = jobs.toSorted((a, b) => createdAt(b) - createdAt(a));
  const health = latest === undefined ? undefined : healthOf(latest);
  const name = latest?.metadata.name ?? '';
  if (health?.state === 'failed') return notReady('SnapshotFailed', `${name}: ${health.reason}`);
  if (health?.state === 'progressing') return notReady('Saving', `${name} is running`);
  if (suspend === true) return notReady('Suspended', 'no snapshots are made while spec.suspend is true');
  if (!isAvailable)
    return notReady('ClusterUnavailable', `EtcdCluster ${clusterName} is missing or not available`);
  return { status: 'True', reason: 'Scheduled', message: 'snapshots are made as scheduled' };
}

function notReady(reason: string, message: string): Readiness {
  return { status: 'False', reason, message };
}

function completedAt({ status }: Job): number {
  return Date.parse(status?.completionTime ?? '');
}

function createdAt({ metadata }: Job): number {
  return Date.parse(metadata.creationTimestamp);
}

/** Reconciles an EtcdBackup whenever it, one of its Jobs or its cluster changes. */
export function setupEtcdBackupController(manager: Manager, clock: Clock = systemClock): void {
  const { cache, client } = manager;
  cache.addIndex(EtcdBackup, 'cluster', ({ spec }) => [spec.clusterName]);

  manager
    .controller('etcd-backup')
    .for(EtcdBackup)
    .owns(Job)
    .watches(EtcdCluster, ({ metadata: { name, namespace } }) =>
      cache
        .withIndex(EtcdBackup, 'cluster', name)
        .map(({ metadata }) => metadata)
        .filter((backup) => backup.namespace === namespace),
    )
    .reconcileWith(new EtcdBackupReconciler(client, manager.eventRecorder('etcd-backup'), clock));
}
