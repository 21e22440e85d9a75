import { controllerOf, type ObjectKey } from '@opgen/runtime';
import { ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { adopters } from '../ownership/adopters.ts';
import { claim } from '../ownership/claim.ts';
import { podOfTemplate } from '../pods/pod-of-template.ts';
import { isActive, isTerminated, untilAvailable } from '../pods/pod-state.ts';
import { type Again, inMotion, ofControllerManager, reconciler, type Workloads } from '../workloads.ts';
import { inDeletionOrder, ranksOf } from './deletion-order.ts';
import { type Observed, replicaSetStatus } from './replica-set-status.ts';

const name = 'replicaset-controller';
/** The most Pods that one reconcile creates or deletes. */
const burst = 500;

/** Creates and deletes Pods until a ReplicaSet has the desired number. */
export function addReplicaSetController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new ReplicaSetController(workloads);
  manager
    .controller(name)
    .for(ReplicaSet)
    .owns(Pod)
    .watches(Pod, (pod) => adopters(manager.client, ReplicaSet, pod))
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class ReplicaSetController {
  readonly #workloads: Workloads;
  readonly #events;

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const { client } = manager;
    const replicaSet = await client.find(ReplicaSet, key);
    if (replicaSet === undefined) return undefined;
    const { selector, minReadySeconds = 0 } = replicaSet.spec;
    const { items } = await client.list(Pod, { namespace: replicaSet.metadata.namespace ?? '' });
    const candidates = items.filter((pod) => !isTerminated(pod));
    const claimed = await claim({ client, owner: replicaSet, selector }, Pod, candidates, isActive);
    const isLeaving = replicaSet.metadata.deletionTimestamp !== undefined;
    const { active, failure } = isLeaving
      ? { active: claimed.filter(isActive) }
      : await this.#manage(replicaSet, claimed.filter(isActive), items);
    const terminating = claimed.filter((pod) => !isActive(pod));
    const observed: Observed = { active, terminating, ...(failure && { failure }) };
    await client.patchStatus(ReplicaSet, replicaSet, replicaSetStatus(replicaSet, observed, clock));
    if (failure !== undefined) throw new Error(failure.message);
    const waits = active
      .map((pod) => untilAvailable(pod, minReadySeconds, clock))
      .filter((wait) => wait > 0 && wait < Infinity);
    return waits.length === 0 ? undefined : inMotion(Math.min(...waits));
  }

  /** Creates what is missing, or deletes what is too much. Returns the Pods that are active afterwards. */
  async #manage(
    replicaSet: ReplicaSet,
    active: readonly Pod[],
    all: readonly Pod[],
  ): Promise<Pick<Observed, 'active' | 'failure'>> {
    const missing = (replicaSet.spec.replicas ?? 1) - active.length;
    if (missing > 0) return this.#create(replicaSet, active, Math.min(missing, burst));
    if (missing < 0) return this.#delete(replicaSet, active, all, Math.min(-missing, burst));
    return { active };
  }

  async #create(
    replicaSet: ReplicaSet,
    active: readonly Pod[],
    count: number,
  ): Promise<Pick<Observed, 'active' | 'failure'>> {
    const { template } = replicaSet.spec;
    const created: Pod[] = [];
    try {
      if (template === undefined) throw new Error('the ReplicaSet has no template');
      const pod = podOfTemplate(replicaSet, template);
      for (let left = count; left > 0; left -= 1) {
        const one = await this.#workloads.manager.client.create(Pod, pod);
        created.push(one);
        this.#events.normal(replicaSet, 'SuccessfulCreate', `Created pod: ${one.metadata.name}`);
      }
      return { active: [...active, ...created] };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#events.warning(replicaSet, 'FailedCreate', `Error creating: ${message}`);
      return { active: [...active, ...created], failure: { reason: 'FailedCreate', message } };
    }
  }

  async #delete(
    replicaSet: ReplicaSet,
    active: readonly Pod[],
    all: readonly Pod[],
    count: number,
  ): Promise<Pick<Observed, 'active' | 'failure'>> {
    const { manager, clock } = this.#workloads;
    const ranks = ranksOf(active, await this.#related(replicaSet, all));
    const ordered = inDeletionOrder(active, ranks, clock.now());
    for (const pod of ordered.slice(0, count)) {
      const { name: pods, namespace, uid } = pod.metadata;
      await manager.client.delete(
        Pod,
        { name: pods, ...(namespace !== undefined && { namespace }) },
        { preconditions: { uid } },
      );
      this.#events.normal(replicaSet, 'SuccessfulDelete', `Deleted pod: ${pods}`);
    }
    return { active: ordered.slice(count) };
  }

  /** The active Pods of all ReplicaSets of the same Deployment. */
  async #related(replicaSet: ReplicaSet, all: readonly Pod[]): Promise<Pod[]> {
    const owner = controllerOf(replicaSet)?.uid;
    const { items } = await this.#workloads.manager.client.list(ReplicaSet, {
      namespace: replicaSet.metadata.namespace ?? '',
    });
    const family = items.filter(
      (each) =>
        each.metadata.uid === replicaSet.metadata.uid ||
        (owner !== undefined && controllerOf(each)?.uid === owner),
    );
    const uids = new Set(family.map(({ metadata }) => metadata.uid));
    return all.filter((pod) => isActive(pod) && uids.has(controllerOf(pod)?.uid ?? ''));
  }
}
