import type { New } from '@opgen/runtime';
import type { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import type { Pod, PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';
import { podOfTemplate } from '../pods/pod-of-template.ts';
import { claimsOf } from './claims.ts';
import { revisionLabel } from './next-step.ts';

const nameLabel = 'statefulset.kubernetes.io/pod-name';

/** The labels that identify the Pod of an ordinal. */
export function identityLabels({ metadata }: StatefulSet, ordinal: number): Record<string, string> {
  return { [nameLabel]: `${metadata.name}-${ordinal}`, 'apps.kubernetes.io/pod-index': String(ordinal) };
}

/** The Pod of an ordinal, with its stable name, host name and volumes. */
export function podOfStatefulSet(
  set: StatefulSet,
  ordinal: number,
  template: PodTemplateSpec,
  revision: string,
): New<Pod> {
  const plain = podOfTemplate(set, template);
  const name = `${set.metadata.name}-${ordinal}`;
  const claims = claimsOf(set, ordinal);
  const { volumes = [], ...spec } = template.spec ?? { containers: [] };
  const claimed = [...claims].map(([volume, { metadata }]) => ({
    name: volume,
    persistentVolumeClaim: { claimName: metadata.name },
  }));
  const others = volumes.filter((volume) => !claims.has(volume.name));
  const { serviceName } = set.spec;
  return {
    ...plain,
    metadata: {
      ...plain.metadata,
      name,
      labels: { ...plain.metadata.labels, ...identityLabels(set, ordinal), [revisionLabel]: revision },
    },
    spec: {
      ...spec,
      hostname: name,
      ...(serviceName && { subdomain: serviceName }),
      ...(claimed.length + others.length > 0 && { volumes: [...claimed, ...others] }),
    },
  };
}
