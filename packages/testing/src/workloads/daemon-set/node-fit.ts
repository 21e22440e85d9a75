import type { DaemonSet } from '@opgen/runtime/kinds/apps/v1';
import type { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { matchesNodeAffinity } from '../scheduler/node-affinity.ts';
import { untolerated } from '../scheduler/taints.ts';
import { daemonSpec } from './pod-of-daemon-set.ts';

/** Whether a node should have a Pod of the DaemonSet, and whether one that it has may stay. */
export interface NodeFit {
  readonly shouldRun: boolean;
  readonly mayStay: boolean;
}

const neither: NodeFit = { shouldRun: false, mayStay: false };

export function nodeFit({ spec }: DaemonSet, node: Node): NodeFit {
  const wanted = daemonSpec(spec.template.spec ?? { containers: [] });
  const { nodeName = '' } = wanted;
  if (nodeName !== '' && nodeName !== node.metadata.name) return neither;
  const pod = { spec: wanted } as Pod;
  if (!matchesNodeAffinity(pod, node)) return neither;
  const { taints = [] } = node.spec;
  return {
    shouldRun: untolerated(pod, taints, ['NoSchedule', 'NoExecute']).length === 0,
    mayStay: untolerated(pod, taints, ['NoExecute']).length === 0,
  };
}
