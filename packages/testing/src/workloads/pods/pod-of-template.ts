import { controllerReference, type KubernetesObject, type New } from '@opgen/runtime';
import type { Pod, PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';

/** A Pod as a controller creates it from its template, with a generated name. */
export function podOfTemplate(owner: KubernetesObject, { metadata, spec }: PodTemplateSpec): New<Pod> {
  const { name, namespace } = owner.metadata;
  return {
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: metadata?.labels,
      annotations: metadata?.annotations,
      finalizers: metadata?.finalizers,
      ownerReferences: [controllerReference(owner)],
    },
    spec,
  };
}
