import { deepEqual } from '@opgen/rules/json';
import type { Change, ObjectKey } from '@opgen/runtime';
import { Endpoints, Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { ofControllerManager, reconciler, type Workloads } from '../workloads.ts';
import { changesEndpoints, hasManagedEndpoints, selectedPods, servicesOf } from './services-of-pods.ts';
import { headless } from './slice-labels.ts';
import { subsetsOf } from './subsets.ts';
import { TriggerTimes, withTriggerTime } from './trigger-times.ts';

const name = 'endpoint-controller';
const managedByLabel = 'endpoints.kubernetes.io/managed-by';

/** Keeps the Pods of each Service in an Endpoints object of the same name, for clients that still read those. */
export function addEndpointsController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new EndpointsController(workloads);
  manager
    .controller(name)
    .for(Service)
    .watches(Pod, (pod) => servicesOf(manager.client, pod), { predicates: [changesEndpoints] })
    .watches(Endpoints, ({ metadata }) => [metadata], { predicates: [isDeleted] })
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

function isDeleted({ type }: Change<Endpoints>): boolean {
  return type === 'deleted';
}

class EndpointsController {
  readonly #workloads: Workloads;
  readonly #triggerTimes = new TriggerTimes();

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
  }

  async reconcile(key: ObjectKey): Promise<undefined> {
    const { client } = this.#workloads.manager;
    const service = await client.find(Service, key);
    const current = await client.find(Endpoints, key);
    if (service === undefined) {
      if (current !== undefined) await client.delete(Endpoints, key);
      return undefined;
    }
    if (!hasManagedEndpoints(service)) return undefined;
    const pods = await selectedPods(client, service);
    const time = this.#triggerTimes.next(service, pods);
    const subsets = subsetsOf(service, pods);
    const labels = { ...service.metadata.labels, ...headless(service), [managedByLabel]: name };
    const { name: service_, namespace } = service.metadata;
    if (current === undefined) {
      const annotations = withTriggerTime(undefined, time);
      await client.create(Endpoints, {
        metadata: { name: service_, namespace, labels, annotations },
        subsets,
      });
    } else if (!deepEqual([current.metadata.labels, current.subsets ?? []], [labels, subsets])) {
      const annotations = withTriggerTime(current.metadata.annotations, time);
      await client.update(Endpoints, {
        ...current,
        metadata: { ...current.metadata, labels, annotations },
        subsets,
      });
    }
    return undefined;
  }
}
