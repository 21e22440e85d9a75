import type { ObjectKey } from '@opgen/runtime';
import { Node, Pod, type Taint } from '@opgen/runtime/kinds/core/v1';
import { tolerates } from '../scheduler/taints.ts';
import { untilSecondsAfter } from '../time.ts';
import { type Again, ofControllerManager, reconciler, waiting, type Workloads } from '../workloads.ts';

const name = 'taint-eviction-controller';

/** Deletes Pods from nodes with NoExecute taints that they do not tolerate, or no longer. */
export function addTaintEvictionController(workloads: Workloads): void {
  const { manager, clock } = workloads;
  const { client } = manager;
  const events = manager.eventRecorder(name);
  const reconcile = async (key: ObjectKey): Promise<Again | undefined> => {
    const pod = await client.find(Pod, key);
    if (!pod?.spec.nodeName || pod.metadata.deletionTimestamp !== undefined) return undefined;
    const node = await client.find(Node, { name: pod.spec.nodeName });
    const taints = (node?.spec.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
    const left = Math.min(
      ...taints.map((taint) => toleratedFor(pod, taint, (...of) => untilSecondsAfter(clock, ...of))),
    );
    if (left === Infinity) return undefined;
    // An eviction after `tolerationSeconds` is a deadline.
    if (left > 0) return waiting(left);
    const { namespace = '', uid } = pod.metadata;
    events.normal(pod, 'TaintManagerEviction', `Marking for deletion Pod ${namespace}/${key.name}`);
    await client.delete(Pod, { name: key.name, namespace }, { preconditions: { uid } });
    return undefined;
  };
  const podsOn = async ({ metadata }: Node): Promise<ObjectKey[]> => {
    const { items } = await client.list(Pod);
    return items.filter(({ spec }) => spec.nodeName === metadata.name).map((pod) => pod.metadata);
  };
  manager
    .controller(name)
    .for(Pod)
    .watches(Node, podsOn)
    .withOptions(ofControllerManager)
    .reconcileWith(reconciler(workloads, name, reconcile));
}

/** Milliseconds for which a Pod still tolerates a taint; Infinity if forever. */
function toleratedFor(
  { spec }: Pod,
  taint: Taint,
  until: (since: string | undefined, seconds: number) => number,
): number {
  const matching = (spec.tolerations ?? []).filter((toleration) => tolerates(toleration, taint));
  if (matching.length === 0) return 0;
  const limits = matching.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
  return limits.length === 0 ? Infinity : until(taint.timeAdded, Math.max(0, Math.min(...limits)));
}
