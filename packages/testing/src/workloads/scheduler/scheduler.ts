import { type Change, compareResourceVersion, mergePatch, type ObjectKey } from '@opgen/runtime';
import { Namespace, Node, PersistentVolume, PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { isTerminated, podCondition } from '../pods/pod-state.ts';
import { timestamp } from '../time.ts';
import { type Again, reconciler, type Workloads } from '../workloads.ts';
import { boundVolume } from '../volumes/binding.ts';
import { claimNamesOf, selectedNode } from '../volumes/claims.ts';
import { place } from './place.ts';
import { noVolumes, podVolumes, type PodVolumes } from './pod-volumes.ts';

const name = 'default-scheduler';

/** Assigns Pods to nodes. */
export function addScheduler(workloads: Workloads): void {
  const { manager } = workloads;
  const scheduler = new Scheduler(workloads);
  manager
    .controller(name)
    .for(Pod)
    .watches(Pod, () => scheduler.unscheduled(), { predicates: [makesRoom] })
    .watches(Pod, () => scheduler.unscheduled(hasPodRules), { predicates: [isAssignment] })
    .watches(Node, () => scheduler.unscheduled())
    .watches(Namespace, () => [])
    .watches(PersistentVolumeClaim, ({ metadata }) =>
      scheduler.unscheduled(
        (pod) => pod.metadata.namespace === metadata.namespace && claimNamesOf(pod).includes(metadata.name),
      ),
    )
    .watches(PersistentVolume, () => scheduler.unscheduled(hasClaims))
    .watches(StorageClass, () => scheduler.unscheduled(hasClaims))
    .withOptions({ fieldManager: 'kube-scheduler', loopLimit: Infinity })
    .reconcileWith(reconciler(workloads, name, (key) => scheduler.reconcile(key)));
}

/** Whether the Pod no longer needs its node. */
function makesRoom({ type, object, old }: Change<Pod>): boolean {
  return type === 'deleted' || (isTerminated(object) && old !== undefined && !isTerminated(old));
}

/** Whether the Pod was assigned to a node. Others may have waited for a Pod with its labels. */
function isAssignment({ object, old }: Change<Pod>): boolean {
  return old !== undefined && object.spec.nodeName !== old.spec.nodeName;
}

/** Whether the Pods on a node can make it the right one. */
function hasPodRules({ spec }: Pod): boolean {
  return spec.affinity?.podAffinity !== undefined || (spec.topologySpreadConstraints ?? []).length > 0;
}

function hasClaims(pod: Pod): boolean {
  return claimNamesOf(pod).length > 0;
}

class Scheduler {
  readonly #workloads: Workloads;
  readonly #events;
  /** The nodes of Pods, by uid, that are bound and that the cache still shows without a node. */
  readonly #assumed = new Map<string, string>();

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { client } = this.#workloads.manager;
    const pod = await client.find(Pod, key);
    if (pod === undefined) return undefined;
    if (!isWaiting(pod) || this.#assumed.has(pod.metadata.uid)) return undefined;
    const [nodes, pods, namespaces] = await Promise.all([
      client.list(Node),
      client.list(Pod),
      client.list(Namespace),
    ]);
    this.#forgetAssumed(pods.items);
    const placed = pods.items.filter((each) => !isTerminated(each));
    const occupied = nodes.items.map((node) => ({
      node,
      pods: placed.filter((each) => this.#nodeOf(each) === node.metadata.name),
    }));
    const labels = new Map(namespaces.items.map(({ metadata }) => [metadata.name, metadata.labels ?? {}]));
    const volumes = await this.#volumesOf(pod);
    const placement = place(pod, occupied, (namespace) => labels.get(namespace) ?? {}, volumes);
    if (!('node' in placement)) await this.#refuse(pod, placement.message);
    // A claim that is bound later lets the scheduler continue.
    else if (volumes.isBound) await this.#bind(pod, placement.node);
    else await this.#bindVolumes(volumes, placement.node);
    return undefined;
  }

  async #volumesOf(pod: Pod): Promise<PodVolumes> {
    if (claimNamesOf(pod).length === 0) return noVolumes;
    const { client } = this.#workloads.manager;
    const [claims, volumes, classes] = await Promise.all([
      client.list(PersistentVolumeClaim, { namespace: pod.metadata.namespace ?? '' }),
      client.list(PersistentVolume),
      client.list(StorageClass),
    ]);
    return podVolumes(pod, { claims: claims.items, volumes: volumes.items, classes: classes.items });
  }

  /** Reserves volumes that exist, and has others provisioned for the node. */
  async #bindVolumes(volumes: PodVolumes, nodeName: string): Promise<void> {
    const { client } = this.#workloads.manager;
    const node = await client.get(Node, { name: nodeName });
    const { reserve, provision } = volumes.plan(node);
    for (const { volume, claim } of reserve) {
      const bound = boundVolume(volume, claim);
      if (bound !== undefined) await client.update(PersistentVolume, bound);
    }
    for (const { metadata } of provision) {
      if (metadata.annotations?.[selectedNode] === nodeName) continue;
      const { name: claim, namespace = '', resourceVersion } = metadata;
      const annotations = { [selectedNode]: nodeName };
      const patch = mergePatch({ metadata: { resourceVersion, annotations } });
      await client.patch(PersistentVolumeClaim, { name: claim, namespace }, patch);
    }
  }

  /** The Pods that wait for a node, oldest first: a change may have made room for them. */
  async unscheduled(which: (pod: Pod) => boolean = () => true): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(Pod);
    return items
      .filter((pod) => isWaiting(pod) && which(pod))
      .toSorted((a, b) => compareResourceVersion(a.metadata.resourceVersion, b.metadata.resourceVersion) ?? 0)
      .map(({ metadata }) => metadata);
  }

  #forgetAssumed(pods: readonly Pod[]): void {
    const waits = new Set(pods.filter(isWaiting).map(({ metadata }) => metadata.uid));
    for (const uid of this.#assumed.keys()) if (!waits.has(uid)) this.#assumed.delete(uid);
  }

  #nodeOf({ spec, metadata }: Pod): string | undefined {
    return spec.nodeName || this.#assumed.get(metadata.uid);
  }

  async #bind(pod: Pod, node: string): Promise<void> {
    const { name: podName, namespace = '', uid } = pod.metadata;
    const { status, text } = await this.#workloads.transport.request({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/pods/${podName}/binding?fieldManager=kube-scheduler`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: podName, namespace, uid },
        target: { kind: 'Node', name: node },
      }),
    });
    const answer = await text();
    // The Pod was deleted, or someone else has bound it: the watch shows it.
    if (status === 404 || status === 409) return;
    if (status >= 300) throw new Error(`binding of ${namespace}/${podName} failed: ${answer}`);
    this.#assumed.set(uid, node);
    this.#events.normal(pod, 'Scheduled', `Successfully assigned ${namespace}/${podName} to ${node}`, {
      action: 'Binding',
    });
  }

  async #refuse(pod: Pod, message: string): Promise<void> {
    const { clock, manager } = this.#workloads;
    const old = podCondition(pod, 'PodScheduled');
    if (old?.status === 'False' && old.message === message) return;
    const since = old?.status === 'False' ? old.lastTransitionTime : timestamp(clock);
    const condition = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message,
      ...(since !== undefined && { lastTransitionTime: since }),
    };
    const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
    this.#events.warning(pod, 'FailedScheduling', message, { action: 'Scheduling' });
    await manager.client.patchStatus(Pod, pod, { ...pod.status, conditions: [...others, condition] });
  }
}

/** Whether this scheduler has to assign the Pod to a node. */
function isWaiting(pod: Pod): boolean {
  const { nodeName = '', schedulerName = name, schedulingGates = [] } = pod.spec;
  const isGone = pod.metadata.deletionTimestamp !== undefined || isTerminated(pod);
  return nodeName === '' && schedulerName === name && schedulingGates.length === 0 && !isGone;
}
