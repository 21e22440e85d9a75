import type { ObjectKey } from '@opgen/runtime';
import { Node, Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import { ofControllerManager, reconciler, type Workloads } from '../workloads.ts';
import { type AddressType, addressesOf, endpointOf, hasEndpoint, portsOn } from './endpoint.ts';
import { changesEndpoints, hasManagedEndpoints, selectedPods, servicesOf } from './services-of-pods.ts';
import { managedByLabel, serviceNameLabel, sliceController } from './slice-labels.ts';
import { planSlices } from './slice-plan.ts';
import { TriggerTimes, withTriggerTime } from './trigger-times.ts';

const name = 'endpoint-slice-controller';
const addressTypes: readonly AddressType[] = ['IPv4', 'IPv6'];

/** Keeps the Pods of each Service in EndpointSlices. */
export function addEndpointSliceController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new EndpointSliceController(workloads);
  manager
    .controller(name)
    .for(Service)
    .owns(EndpointSlice)
    .watches(Pod, (pod) => servicesOf(manager.client, pod), { predicates: [changesEndpoints] })
    .watches(Node, () => [])
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class EndpointSliceController {
  readonly #workloads: Workloads;
  readonly #triggerTimes = new TriggerTimes();

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
  }

  async reconcile(key: ObjectKey): Promise<undefined> {
    const { client } = this.#workloads.manager;
    const service = await client.find(Service, key);
    if (service === undefined || !hasManagedEndpoints(service)) return undefined;
    const pods = await selectedPods(client, service);
    const existing = await this.#slicesOf(service);
    const time = this.#triggerTimes.next(service, pods);
    const { ipFamilies = ['IPv4'] } = service.spec;
    for (const slice of existing.filter(({ addressType }) => !ipFamilies.includes(addressType))) {
      await client.delete(EndpointSlice, slice.metadata);
    }
    for (const type of addressTypes.filter((each) => ipFamilies.includes(each))) {
      const ofType = existing.filter(({ addressType }) => addressType === type);
      await this.#write(service, type, pods, ofType, time);
    }
    return undefined;
  }

  async #write(
    service: Service,
    type: AddressType,
    pods: readonly Pod[],
    existing: readonly EndpointSlice[],
    time: string | undefined,
  ): Promise<void> {
    const { client } = this.#workloads.manager;
    const plan = planSlices(service, type, await this.#desired(service, type, pods), existing);
    const isLeaving = service.metadata.deletionTimestamp !== undefined;
    for (const slice of isLeaving ? [] : plan.create) {
      const annotations = withTriggerTime(undefined, time);
      await client.create(EndpointSlice, { ...slice, metadata: { ...slice.metadata, annotations } });
    }
    for (const slice of plan.update) {
      const annotations = withTriggerTime(slice.metadata.annotations, time);
      await client.update(EndpointSlice, { ...slice, metadata: { ...slice.metadata, annotations } });
    }
    for (const { metadata } of plan.delete) await client.delete(EndpointSlice, metadata);
  }

  /** The endpoints of a Service. A Pod whose node is gone counts only if the Service wants every address. */
  async #desired(service: Service, type: AddressType, pods: readonly Pod[]) {
    const { items } = await this.#workloads.manager.client.list(Node);
    const nodes = new Map(items.map((node) => [node.metadata.name, node]));
    return pods
      .filter((pod) => hasEndpoint(pod) && addressesOf(pod, type).length > 0)
      .flatMap((pod) => {
        const node = nodes.get(pod.spec.nodeName ?? '');
        if (node === undefined && service.spec.publishNotReadyAddresses !== true) return [];
        return [{ endpoint: endpointOf(service, pod, node, type), ports: portsOn(pod, service) }];
      });
  }

  async #slicesOf({ metadata }: Service): Promise<EndpointSlice[]> {
    const { items } = await this.#workloads.manager.client.list(EndpointSlice, {
      namespace: metadata.namespace ?? '',
      labelSelector: { [serviceNameLabel]: metadata.name, [managedByLabel]: sliceController },
    });
    return items.filter((slice) => slice.metadata.deletionTimestamp === undefined);
  }
}
