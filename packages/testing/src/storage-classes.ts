import type { PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import type { StorageClass } from '@opgen/runtime/kinds/storage/v1';

const ofClaim = 'volume.beta.kubernetes.io/storage-class';
const ofDefault = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** The name of the StorageClass of a claim; empty for none, undefined if the default one is meant. */
export function classNameOf({
  metadata,
  spec,
}: Pick<PersistentVolumeClaim, 'metadata' | 'spec'>): string | undefined {
  return metadata.annotations?.[ofClaim] ?? spec.storageClassName;
}

/** The class that claims without one get: the newest of those that are marked. */
export function defaultClassOf(classes: readonly StorageClass[]): StorageClass | undefined {
  return classes
    .filter(({ metadata }) => ofDefault.some((annotation) => metadata.annotations?.[annotation] === 'true'))
    .toSorted(({ metadata: a }, { metadata: b }) => {
      if (a.creationTimestamp !== b.creationTimestamp)
        return a.creationTimestamp > b.creationTimestamp ? -1 : 1;
      return a.name < b.name ? -1 : 1;
    })
    .at(0);
}
