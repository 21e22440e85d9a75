import { controllerReference, type KubernetesObject, type New, type OwnerReference } from '@opgen/runtime';
import type { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import type { PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { ordinalOf, ordinalsOf } from './ordinals.ts';

/** The claims of an ordinal, by the name of the volume. */
export function claimsOf(
  { metadata, spec }: StatefulSet,
  ordinal: number,
): Map<string, New<PersistentVolumeClaim> & { metadata: { name: string } }> {
  return new Map(
    (spec.volumeClaimTemplates ?? []).map((template) => {
      const volume = template.metadata.name ?? '';
      const own = {
        ...template.metadata,
        name: `${volume}-${metadata.name}-${ordinal}`,
        namespace: metadata.namespace,
        labels: { ...template.metadata.labels, ...spec.selector.matchLabels },
      };
      return [volume, { ...template, metadata: own }];
    }),
  );
}

/**
 * The owners that a claim should have. Its retention policy decides whether it goes with the StatefulSet, or with its
 * Pod when that is scaled down. Undefined if the claim may not be touched, because of an earlier owner of the same name
 * or another controller.
 */
export function ownersOf(
  { metadata }: PersistentVolumeClaim,
  set: StatefulSet,
  pod: Pod,
): OwnerReference[] | undefined {
  const { ownerReferences = [] } = metadata;
  if (isStale(ownerReferences, set) || isStale(ownerReferences, pod)) return undefined;
  const others = ownerReferences.filter(({ uid }) => uid !== set.metadata.uid && uid !== pod.metadata.uid);
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } =
    set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  if (whenDeleted === 'Retain' && whenScaled === 'Retain') return others;
  if (others.some(({ controller }) => controller === true)) return others;
  const isSurplus = !ordinalsOf(set).includes(ordinalOf(set, pod) ?? Infinity);
  if (whenScaled === 'Delete' && isSurplus) return [...others, controllerReference(pod)];
  return whenDeleted === 'Delete' ? [...others, controllerReference(set)] : others;
}

/** Whether a claim goes with an earlier Pod of the same name, so that the next Pod must wait for a new one. */
export function belongsToEarlierPod({ metadata }: PersistentVolumeClaim, podName: string): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind, name }) => kind === 'Pod' && name === podName);
}

function isStale(references: readonly OwnerReference[], { kind, metadata }: KubernetesObject): boolean {
  return references.some(
    (each) => each.kind === kind && each.name === metadata.name && each.uid !== metadata.uid,
  );
}
