import { ConflictError, type ObjectKey } from '@opgen/runtime';
import { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { hostPorts, sharesPort } from '../pods/host-ports.ts';
import { isTerminated } from '../pods/pod-state.ts';
import { type Again, inMotion, reconciler, type Workloads } from '../workloads.ts';
import { timestamp } from '../time.ts';
import { type Behavior, behaviorOf } from './behavior.ts';
import { PodAddresses } from './pod-addresses.ts';
import { podProgress, stoppedStatus } from './pod-progress.ts';

const name = 'kubelet';

/** Runs the Pods of all nodes: no containers, only what a kubelet reports about them. */
export function addKubelet(workloads: Workloads): void {
  const { manager } = workloads;
  const kubelet = new Kubelet(workloads);
  manager
    .controller(name)
    .for(Pod)
    .watches(Node, (node) => kubelet.podsOn(node), { predicates: [({ type }) => type !== 'deleted'] })
    .withOptions({ fieldManager: 'kubelet', loopLimit: Infinity, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => kubelet.reconcile(key)));
}

class Kubelet {
  readonly #workloads: Workloads;
  readonly #events;
  readonly #addresses = new PodAddresses();
  /** The uids of Pods whose containers are stopping. */
  readonly #stopping = new Set<string>();

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
    if (node === undefined || !answers(node)) return undefined;
    if (pod.metadata.deletionTimestamp !== undefined) return this.#stop(pod);
    if (isTerminated(pod)) return undefined;
    if (pod.status?.startTime === undefined && (await this.#isRejected(pod))) return undefined;
    const hostIP = addressOf(node);
    const podIP = pod.spec.hostNetwork === true ? hostIP : this.#addresses.of(pod, node);
    const { status, again, happened } = podProgress(pod, this.#behavior(pod), { hostIP, podIP }, clock);
    await manager.client.patchStatus(Pod, pod, status);
    for (const { type, reason, message } of happened) {
      if (type === 'Normal') this.#events.normal(pod, reason, message);
      else this.#events.warning(pod, reason, message);
    }
    return again;
  }

  async podsOn({ metadata }: Node): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(Pod);
    return items.filter(({ spec }) => spec.nodeName === metadata.name).map((pod) => pod.metadata);
  }

  /** A kubelet rejects a Pod whose host ports are in use, which only a Pod that bypassed the scheduler can be. */
  async #isRejected(pod: Pod): Promise<boolean> {
    if (hostPorts(pod).length === 0) return false;
    const { client } = this.#workloads.manager;
    const others = (await client.list(Pod)).items.filter(
      ({ spec, metadata, status }) =>
        spec.nodeName === pod.spec.nodeName &&
        metadata.uid !== pod.metadata.uid &&
        status?.startTime !== undefined,
    );
    if (
      !sharesPort(
        pod,
        others.filter((other) => !isTerminated(other)),
      )
    )
      return false;
    const reason = 'NodePorts';
    const message = "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports";
    this.#events.warning(pod, reason, message);
    const status = { phase: 'Failed', reason, message: `Pod was rejected: ${message}` };
    await client.patchStatus(Pod, pod, { ...pod.status, ...status });
    return true;
  }

  #behavior(pod: Pod): Behavior {
    return behaviorOf(pod, (image) => this.#workloads.brokenImages.has(image));
  }

  /** Containers stop within the grace period; then the kubelet removes the Pod. */
  async #stop(pod: Pod): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const { deletionTimestamp = '', deletionGracePeriodSeconds = 0, uid } = pod.metadata;
    if (deletionGracePeriodSeconds === 0) return undefined;
    const grace = deletionGracePeriodSeconds * 1000;
    const deleted = Date.parse(deletionTimestamp) - grace;
    const { stopDelay } = this.#behavior(pod);
    const left = deleted + Math.min(stopDelay, grace) - clock.now();
    if (left > 0) {
      if (!this.#stopping.has(uid)) {
        for (const container of pod.spec.containers)
          this.#events.normal(pod, 'Killing', `Stopping container ${container.name}`);
      }
      this.#stopping.add(uid);
      return inMotion(left);
    }
    this.#stopping.delete(uid);
    // Others remove the finalizer once they know how the Pod has ended.
    if ((pod.metadata.finalizers ?? []).length > 0 && !isTerminated(pod))
      await manager.client.patchStatus(Pod, pod, stoppedStatus(pod, timestamp(clock)));
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

/** Whether the kubelet of the node runs. */
function answers({ status }: Node): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status !== 'Unknown';
}

function addressOf({ status }: Node): string {
  return status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '172.18.0.2';
}
