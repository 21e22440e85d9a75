import type { ObjectKey } from '@opgen/runtime';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { untilSecondsAfter } from '../time.ts';
import { type Again, ofControllerManager, reconciler, waiting, type Workloads } from '../workloads.ts';
import { finishTime } from './job-conditions.ts';

const name = 'ttl-after-finished-controller';

/** Deletes finished Jobs once their ttlSecondsAfterFinished has passed. */
export function addTtlAfterFinishedController(workloads: Workloads): void {
  workloads.manager
    .controller(name)
    .for(Job, { predicates: [] })
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => expire(workloads, key)));
}

async function expire({ manager, clock }: Workloads, key: ObjectKey): Promise<Again | undefined> {
  const job = await manager.client.find(Job, key);
  const finished = job && finishTime(job);
  const { ttlSecondsAfterFinished: seconds } = job?.spec ?? {};
  if (job === undefined || finished === undefined || seconds === undefined) return undefined;
  if (job.metadata.deletionTimestamp !== undefined) return undefined;
  const left = untilSecondsAfter(clock, finished, seconds);
  if (left > 0) return waiting(left);
  const { uid } = job.metadata;
  await manager.client.delete(Job, key, { propagationPolicy: 'Foreground', preconditions: { uid } });
  return undefined;
}
