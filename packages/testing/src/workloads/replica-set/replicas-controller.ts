import { controllerOf, type Kind, type ObjectKey } from '@opgen/runtime';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { adopters } from '../ownership/adopters.ts';
import { claim } from '../ownership/claim.ts';
import { selectorOf } from '../ownership/selector-of.ts';
import { podOfTemplate } from '../pods/pod-of-template.ts';
import { isActive, isTerminated, untilAvailable } from '../pods/pod-state.ts';
import {
  type Again,
  inMotion,
  isOfLeavingNamespace,
  ofControllerManager,
  reconciler,
  type Workloads,
} from '../workloads.ts';
import { inDeletionOrder, ranksOf } from './deletion-order.ts';
import { type Observed, type ReplicasOwner, replicasStatus } from './replicas-status.ts';

/** The most Pods that one reconcile creates or deletes. */
const burst = 500;

/** Which objects keep a number of Pods running, and how they differ from ReplicaSets. */
export interface ReplicasOf {
  readonly kind: Kind<ReplicasOwner>;
  /** The name of the controller in its events. */
  readonly name: string;
  /** Whether the status counts the Pods that are being deleted. */
  readonly countsTerminating: boolean;
}

/** Creates and deletes Pods until each object of a kind has the desired number. */
export function addReplicasController(workloads: Workloads, family: ReplicasOf): void {
  const { manager } = workloads;
  const { name, kind } = family;
  const controller = new ReplicasController(workloads, family);
  manager
    .controller(name)
    .for(kind)
    .owns(Pod)
    .watches(Pod, (pod) => adopters(manager.client, kind, pod))
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class ReplicasController {
  readonly #workloads: Workloads;
  readonly #family: ReplicasOf;
  readonly #events;

  constructor(workloads: Workloads, family: ReplicasOf) {
    this.#workloads = workloads;
    this.#family = family;
    this.#events = workloads.manager.eventRecorder(family.name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const { client } = manager;
    const { kind, countsTerminating } = this.#family;
    const owner = await client.find(kind, key);
    if (owner === undefined) return undefined;
    const { minReadySeconds = 0 } = owner.spec;
    const { items } = await client.list(Pod, { namespace: owner.metadata.namespace ?? '' });
    const candidates = items.filter((pod) => !isTerminated(pod));
    const claimed = await claim(
      { client, owner, selector: selectorOf(owner) ?? {} },
      Pod,
      candidates,
      isActive,
    );
    const isLeaving = owner.metadata.deletionTimestamp !== undefined;
    const { active, failure } = isLeaving
      ? { active: claimed.filter(isActive) }
      : await this.#manage(owner, claimed.filter(isActive), items);
    const terminating = claimed.filter((pod) => !isActive(pod));
    const observed: Observed = {
      active,
      ...(countsTerminating && { terminating }),
      ...(failure && { failure }),
    };
    await client.patchStatus(kind, owner, replicasStatus(owner, observed, clock));
    if (failure !== undefined) throw new Error(failure.message);
    const waits = active
      .map((pod) => untilAvailable(pod, minReadySeconds, clock))
      .filter((wait) => wait > 0 && wait < Infinity);
    return waits.length === 0 ? undefined : inMotion(Math.min(...waits));
  }

  /** Creates what is missing, or deletes what is too much. Returns the Pods that are active afterwards. */
  async #manage(
    owner: ReplicasOwner,
    active: readonly Pod[],
    all: readonly Pod[],
  ): Promise<Pick<Observed, 'active' | 'failure'>> {
    const missing = (owner.spec.replicas ?? 1) - active.length;
    if (missing > 0) return this.#create(owner, active, Math.min(missing, burst));
    if (missing < 0) return this.#delete(owner, active, all, Math.min(-missing, burst));
    return { active };
  }

  async #create(
    owner: ReplicasOwner,
    active: readonly Pod[],
    count: number,
  ): Promise<Pick<Observed, 'active' | 'failure'>> {
    const { template } = owner.spec;
    const created: Pod[] = [];
    try {
      if (template === undefined) throw new Error(`the ${owner.kind} has no template`);
      const pod = podOfTemplate(owner, template);
      for (let left = count; left > 0; left -= 1) {
        const one = await this.#workloads.manager.client.create(Pod, pod);
        created.push(one);
        this.#events.normal(owner, 'SuccessfulCreate', `Created pod: ${one.metadata.name}`);
      }
      return { active: [...active, ...created] };
    } catch (error) {
      if (isOfLeavingNamespace(error)) return { active: [...active, ...created] };
      const message = error instanceof Error ? error.message : String(error);
      this.#events.warning(owner, 'FailedCreate', `Error creating: ${message}`);
      return { active: [...active, ...created], failure: { reason: 'FailedCreate', message } };
    }
  }

  async #delete(
    owner: ReplicasOwner,
    active: readonly Pod[],
    all: readonly Pod[],
    count: number,
  ): Promise<Pick<Observed, 'active' | 'failure'>> {
    const { manager, clock } = this.#workloads;
    const ranks = ranksOf(active, await this.#related(owner, all));
    const ordered = inDeletionOrder(active, ranks, clock.now());
    for (const pod of ordered.slice(0, count)) {
      const { name: pods, namespace, uid } = pod.metadata;
      await manager.client.delete(
        Pod,
        { name: pods, ...(namespace !== undefined && { namespace }) },
        { preconditions: { uid } },
      );
      this.#events.normal(owner, 'SuccessfulDelete', `Deleted pod: ${pods}`);
    }
    return { active: ordered.slice(count) };
  }

  /** The active Pods of all ReplicaSets of the same Deployment; those of the owner if it is in none. */
  async #related(owner: ReplicasOwner, all: readonly Pod[]): Promise<Pod[]> {
    const above = controllerOf(owner)?.uid;
    const { items } = await this.#workloads.manager.client.list(this.#family.kind, {
      namespace: owner.metadata.namespace ?? '',
    });
    const family = items.filter(
      (each) =>
        each.metadata.uid === owner.metadata.uid ||
        (above !== undefined && controllerOf(each)?.uid === above),
    );
    const uids = new Set(family.map(({ metadata }) => metadata.uid));
    return all.filter((pod) => isActive(pod) && uids.has(controllerOf(pod)?.uid ?? ''));
  }
}
