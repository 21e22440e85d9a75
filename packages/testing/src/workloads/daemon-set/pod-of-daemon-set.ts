import type { New } from '@opgen/runtime';
import type { DaemonSet } from '@opgen/runtime/kinds/apps/v1';
import type { Affinity, Pod, PodSpec, Toleration } from '@opgen/runtime/kinds/core/v1';
import { podOfTemplate } from '../pods/pod-of-template.ts';

/** The label of Pods and revisions with the hash of the template. */
export const hashLabel = 'controller-revision-hash';
const nodeName = 'metadata.name';

const tolerated: readonly (readonly [key: string, effect: string])[] = [
  ['not-ready', 'NoExecute'],
  ['unreachable', 'NoExecute'],
  ['disk-pressure', 'NoSchedule'],
  ['memory-pressure', 'NoSchedule'],
  ['pid-pressure', 'NoSchedule'],
  ['unschedulable', 'NoSchedule'],
];

/** The Pod of a node, which stays there when the node is in trouble. */
export function podOfDaemonSet(set: DaemonSet, node: string, hash: string): New<Pod> {
  const { template } = set.spec;
  const plain = podOfTemplate(set, template);
  const spec = daemonSpec(template.spec ?? { containers: [] });
  const generation = set.metadata.annotations?.['deprecated.daemonset.template.generation'];
  return {
    ...plain,
    metadata: {
      ...plain.metadata,
      labels: {
        ...plain.metadata.labels,
        [hashLabel]: hash,
        ...(generation !== undefined && { 'pod-template-generation': generation }),
      },
    },
    spec: { ...spec, affinity: onNode(spec.affinity, node) },
  };
}

/** The spec of the template with the tolerations of all DaemonSets. */
export function daemonSpec(spec: PodSpec): PodSpec {
  const own =
    spec.hostNetwork === true ? [...tolerated, ['network-unavailable', 'NoSchedule'] as const] : tolerated;
  const added = own.map(([key, effect]): Toleration => ({
    key: `node.kubernetes.io/${key}`,
    operator: 'Exists',
    effect,
  }));
  const others = (spec.tolerations ?? []).filter(
    ({ key, effect, operator }) =>
      !added.some((each) => each.key === key && each.effect === effect && each.operator === operator),
  );
  return { ...spec, tolerations: [...others, ...added] };
}

/** The node that a Pod was created for. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec.nodeName !== undefined && spec.nodeName !== '') return spec.nodeName;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (required?.nodeSelectorTerms ?? [])
    .flatMap(({ matchFields = [] }) => matchFields)
    .find(({ key, operator }) => key === nodeName && operator === 'In')?.values?.[0];
}

function onNode(affinity: Affinity | undefined, node: string): Affinity {
  const matchFields = [{ key: nodeName, operator: 'In', values: [node] }];
  return {
    ...affinity,
    nodeAffinity: {
      ...affinity?.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
    },
  };
}
