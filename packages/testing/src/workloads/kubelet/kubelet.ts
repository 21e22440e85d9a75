import { ConflictError, type ObjectKey } from '@opgen/runtime';
import { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { isTerminated } from '../pods/pod-state.ts';
import { type Again, inMotion, reconciler, type Workloads } from '../workloads.ts';
import { behaviorOf } from './behavior.ts';
import { PodAddresses } from './pod-addresses.ts';
import { podProgress } from './pod-progress.ts';

const name = 'kubelet';

/** Runs the Pods of all nodes: no containers, only what a kubelet reports about them. */
export function addKubelet(workloads: Workloads): void {
  const { manager } = workloads;
  const kubelet = new Kubelet(workloads);
  manager
    .controller(name)
    .for(Pod)
    .withOptions({ fieldManager: 'kubelet', loopLimit: Infinity, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => kubelet.reconcile(key)));
}

class Kubelet {
  readonly #workloads: Workloads;
  readonly #events;
  readonly #addresses = new PodAddresses();

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const pod = await manager.client.find(Pod, key);
    if (pod === undefined) return this.#freeAddresses();
    const { nodeName = '' } = pod.spec;
    const node = nodeName === '' ? undefined : await manager.client.find(Node, { name: nodeName });
    if (node === undefined) return undefined;
    if (pod.metadata.deletionTimestamp !== undefined) return this.#stop(pod);
    if (isTerminated(pod)) return undefined;
    const place = { hostIP: addressOf(node), podIP: this.#addresses.of(pod, node) };
    const { status, again, happened } = podProgress(
      pod,
      behaviorOf(pod, () => false),
      place,
      clock,
    );
    await manager.client.patchStatus(Pod, pod, status);
    for (const { type, reason, message } of happened) {
      if (type === 'Normal') this.#events.normal(pod, reason, message);
      else this.#events.warning(pod, reason, message);
    }
    return again;
  }

  /** Containers stop within the grace period; then the kubelet removes the Pod. */
  async #stop(pod: Pod): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const { deletionTimestamp = '', deletionGracePeriodSeconds = 0, uid } = pod.metadata;
    if (deletionGracePeriodSeconds === 0) return undefined;
    const grace = deletionGracePeriodSeconds * 1000;
    const deleted = Date.parse(deletionTimestamp) - grace;
    const { stopDelay } = behaviorOf(pod, () => false);
    const left = deleted + Math.min(stopDelay, grace) - clock.now();
    if (left > 0) {
      for (const container of pod.spec.containers)
        this.#events.normal(pod, 'Killing', `Stopping container ${container.name}`);
      return inMotion(left);
    }
    try {
      await manager.client.delete(Pod, keyOf(pod), { gracePeriodSeconds: 0, preconditions: { uid } });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
    return undefined;
  }

  async #freeAddresses(): Promise<undefined> {
    const { items } = await this.#workloads.manager.client.list(Pod);
    this.#addresses.keep(new Set(items.map(({ metadata }) => metadata.uid)));
  }
}

function keyOf({ metadata: { name: pod, namespace } }: Pod): ObjectKey {
  return namespace === undefined ? { name: pod } : { name: pod, namespace };
}

function addressOf({ status }: Node): string {
  return status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '172.18.0.2';
}
