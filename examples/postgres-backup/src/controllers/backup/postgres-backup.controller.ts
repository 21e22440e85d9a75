// SPDX-License-Identifier: Apache-2.0

import {
  type Client,
  type Clock,
  controllerReference,
  done,
  type EventRecorder,
  findCondition,
  type Manager,
  metadataOf,
  type New,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
  systemClock,
  TerminalError,
} from '@opgen/runtime';
import { healthOf } from '@opgen/runtime/health';
import { dueRun, runName, Schedule, decideRun, runsToPrune } from '@opgen/runtime/schedule';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { Secret } from '@opgen/runtime/kinds/core/v1';
import {
  imageOf,
  PostgresBackup,
  type PostgresBackupStatus,
} from '../../api/backup/v1alpha1/postgres-backup.ts';

// +rbac:groups=backup.example.com,resources=postgresbackups,verbs=get;list;watch
// +rbac:groups=backup.example.com,resources=postgresbackups/status,verbs=get;patch
// +rbac:groups=backup.example.com,resources=postgresbackups/finalizers,verbs=update
// +rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;delete
// +rbac:groups="",resources=secrets,verbs=get;list;watch
// +rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** The operator only checks that the Secret exists, so it watches its metadata and never reads its data. */
const ConnectionSecret = metadataOf(Secret);

/** Starts a Job whenever a backup is due, and deletes Jobs beyond the number to keep. */
export class PostgresBackupReconciler implements Reconciler {
  readonly #client: Client;
  readonly #events: EventRecorder;
  readonly #clock: Clock;

  constructor(client: Client, events: EventRecorder, clock: Clock) {
    this.#client = client;
    this.#events = events;
    this.#clock = clock;
  }

  async reconcile(request: Request): Promise<Result> {
    const backup = await this.#client.find(PostgresBackup, request);
    if (backup === undefined) return done; // Deleted: its Jobs are garbage collected.

    const { connectionSecret: name } = backup.spec;
    const { namespace = '' } = request;
    const secret = await this.#client.find(ConnectionSecret, { name, namespace });
    const jobs = await this.#client.list(Job, { namespace, labelSelector: labelsOf(backup) });

    const now = new Date(this.#clock.now());
    const { start, next, expired } = nextSteps(backup, jobs.items, now);
    for (const { metadata } of expired) {
      await this.#client.delete(Job, metadata, { propagationPolicy: 'Background' });
    }
    const started = secret === undefined ? undefined : start;
    if (started !== undefined) await this.#start(backup, started);
    const status = observedStatus(backup, secret !== undefined, jobs.items, started);
    this.#tellFailure(backup, status);
    await this.#client.patchStatus(PostgresBackup, backup, status);

    // Changes of the Secret and the Jobs trigger a reconcile. The schedule needs a requeue.
    if (next === undefined) return done;
    return { type: 'requeueAfter', delay: next.getTime() - now.getTime() };
  }

  /** The Job name is derived from the scheduled time, so a retry after a crash finds the Job that it already created. */
  async #start(backup: PostgresBackup, due: Date): Promise<void> {
    const job = desiredJob(backup, due);
    const { name = '', namespace = '' } = job.metadata;
    if ((await this.#client.find(Job, { name, namespace })) !== undefined) return;
    await this.#client.create(Job, job);
    this.#events.normal(backup, 'BackupStarted', `Started the Job ${name}`, { action: 'Backup' });
  }

  /** Records one event per failed backup, not one per reconcile. */
  #tellFailure(backup: PostgresBackup, { conditions }: PostgresBackupStatus): void {
    const before = findCondition(backup.status?.conditions, 'Ready');
    const ready = findCondition(conditions, 'Ready');
    if (ready?.reason !== 'BackupFailed' || ready.message === before?.message) return;
    this.#events.warning(backup, ready.reason, ready.message, { action: 'Backup' });
  }
}

export interface NextSteps {
  /** The scheduled time of the backup to start now. */
  start?: Date | undefined;
  /** When to reconcile again. */
  next?: Date | undefined;
  /** Finished Jobs beyond the number to keep. */
  expired: Job[];
}

/** Decides what to do now, given the existing Jobs. */
export function nextSteps(backup: PostgresBackup, jobs: readonly Job[], now: Date): NextSteps {
  const { keep, suspend = false } = backup.spec;
  const { creationTimestamp } = backup.metadata;
  const last = new Date(backup.status?.lastScheduleTime ?? creationTimestamp);
  const due = dueRun({ schedule: scheduleOf(backup), last, now });
  const active = jobs.filter((job) => healthOf(job).state === 'progressing');
  // Concurrent dumps of one database only slow each other down.
  const { start } = decideRun({ due, active, concurrencyPolicy: 'Forbid', suspend });
  const ended = jobs.filter((job) => !active.includes(job));
  return { start, next: due.next, expired: runsToPrune(ended, { keep }, now) };
}

function scheduleOf({ spec: { schedule, timeZone } }: PostgresBackup): Schedule {
  try {
    return new Schedule(schedule, { timeZone });
  } catch (error) {
    // The webhook rejects an invalid schedule. Without the webhook, retrying does not help until the spec changes.
    throw new TerminalError((error as Error).message);
  }
}

/** Writes the dump under a temporary name and renames it, so that an incomplete dump never counts as a backup. */
const script = `set -eu
mkdir -p "/backups/$BACKUP" && cd "/backups/$BACKUP"
file="$(date -u +%Y%m%dT%H%M%SZ).dump"
pg_dump --format=custom --file="$file.part" --dbname="$URI"
mv "$file.part" "$file"
ls -1t *.dump | tail -n "+$((KEEP + 1))" | xargs -r rm`;

/** The Job that makes one backup. */
export function desiredJob(backup: PostgresBackup, due: Date): New<Job> {
  const { name, namespace } = backup.metadata;
  const { connectionSecret, keep, volumeClaim } = backup.spec;

  return {
    metadata: {
      name: runName(name, due),
      namespace,
      labels: labelsOf(backup),
      ownerReferences: [controllerReference(backup)],
    },
    spec: {
      backoffLimit: 2,
      template: {
        metadata: { labels: labelsOf(backup) },
        spec: {
          restartPolicy: 'Never',
          containers: [
            {
              name: 'pg-dump',
              image: imageOf(backup.spec),
              command: ['sh', '-c', script],
              env: [
                { name: 'BACKUP', value: name },
                { name: 'KEEP', value: String(keep) },
                { name: 'URI', valueFrom: { secretKeyRef: { name: connectionSecret, key: 'uri' } } },
              ],
              volumeMounts: [{ name: 'backups', mountPath: '/backups' }],
            },
          ],
          volumes: [{ name: 'backups', persistentVolumeClaim: { claimName: volumeClaim } }],
        },
      },
    },
  };
}

/** Computes the status of a PostgresBackup. */
export function observedStatus(
  backup: PostgresBackup,
  isConnected: boolean,
  jobs: readonly Job[],
  started: Date | undefined,
): PostgresBackupStatus {
  const observedGeneration = backup.metadata.generation ?? 0;
  const lastScheduleTime = started?.toISOString() ?? backup.status?.lastScheduleTime;
  const completed = jobs.map(({ status }) => status?.completionTime ?? '').toSorted();
  const lastSuccessTime = completed.at(-1) || backup.status?.lastSuccessTime;
  const conditions = setCondition(backup.status?.conditions, {
    type: 'Ready',
    ...readiness(backup, isConnected, jobs),
    observedGeneration,
  });

  return {
    observedGeneration,
    ...(lastScheduleTime !== undefined && { lastScheduleTime }),
    ...(lastSuccessTime !== undefined && { lastSuccessTime }),
    conditions,
  };
}

interface Readiness {
  status: 'True' | 'False';
  reason: string;
  message: string;
}

/** Whether the next backup is expected to succeed, judging by the Secret and the latest Job. */
function readiness({ spec }: PostgresBackup, isConnected: boolean, jobs: readonly Job[]): Readiness {
  if (!isConnected) return notReady('ConnectionMissing', `There is no Secret ${spec.connectionSecret}`);
  if (spec.suspend === true) return notReady('Suspended', 'No backups are made while spec.suspend is true');
  const latest = jobs
    .filter((job) => healthOf(job).state !== 'progressing')
    .toSorted(byAge)
    .at(-1);
  const health = latest === undefined ? undefined : healthOf(latest);
  if (health?.state === 'failed')
    return notReady('BackupFailed', `${latest?.metadata.name}: ${health.reason}`);
  return { status: 'True', reason: 'Scheduled', message: 'Backups are made as scheduled' };
}

function notReady(reason: string, message: string): Readiness {
  return { status: 'False', reason, message };
}

function byAge(one: Job, other: Job): number {
  return Date.parse(one.metadata.creationTimestamp) - Date.parse(other.metadata.creationTimestamp);
}

function labelsOf({ metadata }: PostgresBackup): Record<string, string> {
  return { 'app.kubernetes.io/name': 'postgres-backup', 'app.kubernetes.io/instance': metadata.name };
}

/** Reconciles a PostgresBackup whenever it, one of its Jobs or the Secret that it names changes. */
export function setupPostgresBackupController(manager: Manager, clock: Clock = systemClock): void {
  const { cache, client } = manager;
  cache.addIndex(PostgresBackup, 'connectionSecret', ({ spec }) => [spec.connectionSecret]);

  manager
    .controller('postgres-backup')
    .for(PostgresBackup)
    .owns(Job)
    .watches(ConnectionSecret, ({ metadata: { name, namespace } }) =>
      cache
        .withIndex(PostgresBackup, 'connectionSecret', name)
        .map(({ metadata }) => metadata)
        .filter((backup) => backup.namespace === namespace),
    )
    .reconcileWith(new PostgresBackupReconciler(client, manager.eventRecorder('postgres-backup'), clock));
}
