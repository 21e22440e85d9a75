import {
  type Client,
  type Clock,
  controllerReference,
  type CustomResource,
  defineKind,
  done,
  type Manager,
  type Request,
  type Result,
  systemClock,
  type Time,
  TerminalError,
} from '@opgen/runtime';
import { healthOf } from '@opgen/runtime/health';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import {
  type ConcurrencyPolicy,
  dueRun,
  runName,
  Schedule,
  decideRun,
  runsToPrune,
} from '@opgen/runtime/schedule';

interface BackupSpec {
  schedule: string;
  timeZone?: string;
  concurrencyPolicy?: ConcurrencyPolicy;
  image: string;
}

export interface Backup extends CustomResource<BackupSpec, { lastScheduleTime?: Time }> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Backup';
}

export const Backup = defineKind<Backup>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Backup',
  plural: 'backups',
  scope: 'Namespaced',
});

// +rbac:groups=cache.example.com,resources=backups,verbs=get;list;watch
// +rbac:groups=cache.example.com,resources=backups/status,verbs=get;patch
// +rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;patch;delete
export class BackupReconciler {
  readonly #client: Client;
  readonly #clock: Clock;

  constructor(client: Client, clock: Clock = systemClock) {
    this.#client = client;
    this.#clock = clock;
  }

  async reconcile(request: Request): Promise<Result> {
    const backup = await this.#client.find(Backup, request);
    if (backup === undefined) return done;
    const now = new Date(this.#clock.now());
    const jobs = await this.#jobsOf(backup);
    const active = jobs.filter((job) => healthOf(job).state === 'progressing');

    const last = new Date(backup.status?.lastScheduleTime ?? backup.metadata.creationTimestamp);
    const due = dueRun({ schedule: scheduleOf(backup), last, now, startingDeadlineSeconds: 3600 });
    const { concurrencyPolicy = 'Forbid' } = backup.spec;
    const { start, replace } = decideRun({ due, active, concurrencyPolicy });

    for (const job of replace) await this.#delete(job);
    if (start !== undefined) {
      // The name follows from the time: after a crash between the two writes it is the same Job.
      await this.#client.apply(Job, jobFor(backup, start));
      await this.#client.patchStatus(Backup, backup, { lastScheduleTime: start.toISOString() });
    }
    const ended = jobs.filter((job) => !active.includes(job));
    for (const job of runsToPrune(ended, { keep: 3 }, now)) await this.#delete(job);

    if (due.next === undefined) return done;
    return { type: 'requeueAfter', delay: due.next.getTime() - now.getTime() };
  }

  async #jobsOf({ metadata }: Backup): Promise<Job[]> {
    const { namespace = '', name } = metadata;
    const { items } = await this.#client.list(Job, { namespace, labelSelector: { backup: name } });
    return items.filter(({ metadata: { deletionTimestamp } }) => deletionTimestamp === undefined);
  }

  async #delete({ metadata }: Job): Promise<void> {
    await this.#client.delete(Job, metadata, { propagationPolicy: 'Background' });
  }
}

function scheduleOf({ spec: { schedule, timeZone = 'UTC' } }: Backup): Schedule {
  try {
    return new Schedule(schedule, { timeZone });
  } catch (error) {
    // No retry makes it right: wait until somebody changes it.
    throw new TerminalError(error instanceof Error ? error.message : String(error));
  }
}

function jobFor(backup: Backup, start: Date) {
  const { name, namespace } = backup.metadata;
  const containers = [{ name: 'backup', image: backup.spec.image }];
  return {
    metadata: {
      name: runName(name, start),
      namespace,
      labels: { backup: name },
      ownerReferences: [controllerReference(backup)],
    },
    spec: { template: { spec: { restartPolicy: 'Never', containers } } },
  };
}

export function setupBackupController(manager: Manager, clock?: Clock): void {
  manager
    .controller('backup')
    .for(Backup)
    .owns(Job)
    .reconcileWith(new BackupReconciler(manager.client, clock));
}
