import type { ObjectKey } from '@opgen/runtime';
import { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { isTerminated } from '../pods/pod-state.ts';
import { timestamp } from '../time.ts';
import { type Again, inMotion, ofControllerManager, reconciler, type Workloads } from '../workloads.ts';

const name = 'pod-garbage-collector';
/** A node may be created again, so its Pods remain for a while. */
const quarantine = 40_000;

/** Deletes the Pods of nodes that no longer exist. */
export function addPodGarbageCollector(workloads: Workloads): void {
  const { manager, clock } = workloads;
  const { client } = manager;
  /** When a Pod was first seen without its node, by uid. */
  const orphanedAt = new Map<string, number>();
  const reconcile = async (key: ObjectKey): Promise<Again | undefined> => {
    const pod = await client.find(Pod, key);
    const { nodeName = '' } = pod?.spec ?? {};
    if (pod === undefined || nodeName === '') return undefined;
    const { uid } = pod.metadata;
    if ((await client.find(Node, { name: nodeName })) !== undefined) {
      orphanedAt.delete(uid);
      return undefined;
    }
    const since = orphanedAt.get(uid) ?? clock.monotonic();
    orphanedAt.set(uid, since);
    const left = since + quarantine - clock.monotonic();
    if (left > 0) return inMotion(left);
    orphanedAt.delete(uid);
    if (!isTerminated(pod)) await markFailed(pod);
    await client.delete(Pod, key, { gracePeriodSeconds: 0, preconditions: { uid } });
    return undefined;
  };
  const markFailed = async (pod: Pod): Promise<void> => {
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByPodGC',
      message: 'PodGC: node no longer exists',
      lastTransitionTime: timestamp(clock),
    };
    const conditions = [...(pod.status?.conditions ?? []), condition];
    await client.patchStatus(Pod, pod, { ...pod.status, phase: 'Failed', conditions });
  };
  const podsOf = async ({ metadata }: Node): Promise<ObjectKey[]> => {
    const { items } = await client.list(Pod);
    return items.filter(({ spec }) => spec.nodeName === metadata.name).map((pod) => pod.metadata);
  };
  manager
    .controller(name)
    .for(Pod)
    .watches(Node, podsOf)
    .withOptions(ofControllerManager)
    .reconcileWith(reconciler(workloads, name, reconcile));
}
