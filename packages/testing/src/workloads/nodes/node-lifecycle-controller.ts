import { mergePatch, type ObjectKey } from '@opgen/runtime';
import { deepEqual } from '@opgen/rules/json';
import { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { podCondition } from '../pods/pod-state.ts';
import { timestamp } from '../time.ts';
import { ofControllerManager, reconciler, type Workloads } from '../workloads.ts';
import { taintsFor } from './taints-of-conditions.ts';

const name = 'node-controller';

/** Taints nodes according to their conditions, and marks the Pods of nodes that are not ready. */
export function addNodeLifecycleController(workloads: Workloads): void {
  const { manager, clock } = workloads;
  const { client } = manager;
  const events = manager.eventRecorder(name);
  const reconcile = async ({ name: node }: ObjectKey): Promise<undefined> => {
    const found = await client.find(Node, { name: node });
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return;
    const taints = taintsFor(found, timestamp(clock));
    if (!deepEqual(taints, found.spec.taints ?? [])) {
      const { resourceVersion } = found.metadata;
      const patch = mergePatch({ metadata: { resourceVersion }, spec: { taints } });
      await client.patch(Node, { name: node }, patch);
    }
    const ready = found.status?.conditions?.find(({ type }) => type === 'Ready');
    if (ready?.status === 'True') return;
    const { items } = await client.list(Pod);
    for (const pod of items.filter(({ spec }) => spec.nodeName === node)) {
      const condition = podCondition(pod, 'Ready');
      if (condition?.status !== 'True') continue;
      const lastTransitionTime = timestamp(clock);
      const conditions = (pod.status?.conditions ?? []).map((each) =>
        each.type === 'Ready' ? { ...each, status: 'False', lastTransitionTime } : each,
      );
      await client.patchStatus(Pod, pod, { ...pod.status, conditions });
      events.warning(pod, 'NodeNotReady', 'Node is not ready');
    }
  };
  manager
    .controller(name)
    .for(Node)
    .withOptions(ofControllerManager)
    .reconcileWith(reconciler(workloads, name, reconcile));
}
