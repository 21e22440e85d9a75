import { controllerOf, labelsMatch, type ObjectKey } from '@opgen/runtime';
import { Deployment, ReplicaSet, StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { PodDisruptionBudget } from '@opgen/runtime/kinds/policy/v1';
import { type Again, ofControllerManager, reconciler, waiting, type Workloads } from '../workloads.ts';
import { budgetStatus, expectation, needsScale, untilRecheck } from './budget-status.ts';

const name = 'disruption-controller';
// The event recorder of Kubernetes' controller has this name.
const component = 'controllermanager';

/** Counts how many Pods of each budget may be evicted. */
export function addDisruptionController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new DisruptionController(workloads);
  manager
    .controller(name)
    .for(PodDisruptionBudget)
    .watches(Pod, (pod) => controller.budgetsOf(pod))
    .watches(ReplicaSet, ({ metadata }) => controller.budgetsIn(metadata.namespace ?? ''))
    .watches(Deployment, ({ metadata }) => controller.budgetsIn(metadata.namespace ?? ''))
    .watches(StatefulSet, ({ metadata }) => controller.budgetsIn(metadata.namespace ?? ''))
    .withOptions(ofControllerManager)
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class DisruptionController {
  readonly #workloads: Workloads;
  readonly #events;

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(component);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const { client } = manager;
    const budget = await client.find(PodDisruptionBudget, key);
    if (budget === undefined) return undefined;
    const { items } = await client.list(Pod, { namespace: budget.metadata.namespace ?? '' });
    const pods = items.filter((pod) => selects(budget, pod));
    if (pods.length === 0) this.#events.normal(budget, 'NoPods', 'No matching pods found');
    const scale = needsScale(budget) ? await this.#scaleOf(budget, pods) : 0;
    const status = budgetStatus(budget, pods, expectation(budget, pods.length, scale), clock);
    await client.patchStatus(PodDisruptionBudget, budget, status);
    const recheck = untilRecheck(status.disruptedPods, clock);
    return recheck === undefined ? undefined : waiting(recheck);
  }

  async budgetsOf(pod: Pod): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(PodDisruptionBudget, {
      namespace: pod.metadata.namespace ?? '',
    });
    return items.filter((budget) => selects(budget, pod)).map(({ metadata }) => metadata);
  }

  async budgetsIn(namespace: string): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(PodDisruptionBudget, { namespace });
    return items.map(({ metadata }) => metadata);
  }

  /** The replicas that the controllers of the Pods want: Deployments for those of their ReplicaSets. */
  async #scaleOf(budget: PodDisruptionBudget, pods: readonly Pod[]): Promise<number> {
    const { client } = this.#workloads.manager;
    const namespace = budget.metadata.namespace ?? '';
    const [sets, deployments, stateful] = await Promise.all([
      client.list(ReplicaSet, { namespace }),
      client.list(Deployment, { namespace }),
      client.list(StatefulSet, { namespace }),
    ]);
    const scales = new Map<string, number>();
    let hasUnmanaged = false;
    for (const pod of pods) {
      const owner = controllerOf(pod)?.uid;
      const set = sets.items.find(({ metadata }) => metadata.uid === owner);
      const above = set && controllerOf(set)?.uid;
      const controller =
        deployments.items.find(({ metadata }) => metadata.uid === above) ??
        set ??
        stateful.items.find(({ metadata }) => metadata.uid === owner);
      if (controller === undefined) hasUnmanaged = true;
      else scales.set(controller.metadata.uid, controller.spec.replicas ?? 1);
    }
    if (hasUnmanaged)
      this.#events.warning(
        budget,
        'UnmanagedPods',
        'Pods selected by this PodDisruptionBudget were found to be unmanaged. As a result, the status of the PDB ' +
          'cannot be calculated correctly, which may result in undefined behavior. To account for these pods please ' +
          'set ".spec.minAvailable" field of the PDB to an integer value.',
      );
    return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
  }
}

function selects({ spec }: PodDisruptionBudget, { metadata }: Pod): boolean {
  return spec?.selector !== undefined && labelsMatch(spec.selector, metadata.labels);
}
