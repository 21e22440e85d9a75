import { compareQuantities } from '@opgen/rules/quantity';
import { labelsMatch, type Quantity } from '@opgen/runtime';
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import type { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { classNameOf } from '../../storage-classes.ts';
import { matchesNodeSelector } from '../scheduler/node-affinity.ts';

/** Annotations of claims and volumes. */
export const bindCompleted = 'pv.kubernetes.io/bind-completed';
export const boundByController = 'pv.kubernetes.io/bound-by-controller';
export const provisionedBy = 'pv.kubernetes.io/provisioned-by';
/** The node that the scheduler has chosen for the first Pod of a claim. */
export const selectedNode = 'volume.kubernetes.io/selected-node';
export const storageProvisioner = 'volume.kubernetes.io/storage-provisioner';
export const betaStorageProvisioner = 'volume.beta.kubernetes.io/storage-provisioner';

/** The names of the claims that a Pod uses. */
export function claimNamesOf({ spec }: Pod): string[] {
  return (spec.volumes ?? []).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
}

/** Whether a claim of the class is bound only once a Pod needs it. */
export function waitsForConsumer(storageClass: StorageClass | undefined): boolean {
  return storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Whether the binding of a claim is complete. */
export function isBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return (spec.volumeName ?? '') !== '' && metadata.annotations?.[bindCompleted] !== undefined;
}

/** Whether a volume is reserved for a claim or bound to it. */
export function isFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { claimRef } = spec;
  if (claimRef === undefined) return false;
  if (claimRef.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false;
  return (claimRef.uid ?? '') === '' || claimRef.uid === metadata.uid;
}

/** Why a claim cannot have a volume; undefined if it can. */
export function mismatch(volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined {
  if (volume.metadata.deletionTimestamp !== undefined)
    return `the volume is marked for deletion ${JSON.stringify(volume.metadata.name)}`;
  if (compareQuantities(capacityOf(volume), requestOf(claim)) < 0) return 'requested PV is too small';
  if ((volume.spec.storageClassName ?? '') !== (classNameOf(claim) ?? ''))
    return 'storageClassName does not match';
  if ((volume.spec.volumeAttributesClassName ?? '') !== (claim.spec.volumeAttributesClassName ?? ''))
    return 'volumeAttributesClassName does not match';
  if (!hasMode(volume, claim)) return 'incompatible volumeMode';
  if (!hasAccessModes(volume, claim)) return 'incompatible accessMode';
  return undefined;
}

/** Whether a volume has the volume mode of a claim. */
export function hasMode(
  { spec: { volumeMode: offered = 'Filesystem' } }: PersistentVolume,
  claim: PersistentVolumeClaim,
) {
  return offered === (claim.spec.volumeMode ?? 'Filesystem');
}

/** Whether a volume can be used on a node. */
export function isReachable({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec.nodeAffinity?.required;
  return required === undefined || matchesNodeSelector(required, node);
}

/** Who looks for a volume: a controller without regard to nodes, or the scheduler for one node. */
export interface Search {
  readonly node?: Node;
  /** Whether only the scheduler may choose a volume that is not reserved. */
  readonly isDelayed?: boolean;
  /** The names of volumes that other claims of the same Pod get. */
  readonly taken?: ReadonlySet<string>;
}

/**
 * The volume for a claim: the one that is reserved for it, otherwise the smallest that fits, with as few access modes
 * as possible.
 */
export function bestVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  { node, isDelayed = false, taken = new Set() }: Search = {},
): PersistentVolume | undefined {
  const free = volumes.filter(({ metadata }) => !taken.has(metadata.name));
  const reserved = free.find(
    (volume) =>
      isFor(volume, claim) &&
      hasMode(volume, claim) &&
      hasAccessModes(volume, claim) &&
      volume.metadata.deletionTimestamp === undefined &&
      compareQuantities(capacityOf(volume), requestOf(claim)) >= 0,
  );
  if (reserved !== undefined) return node === undefined || isReachable(reserved, node) ? reserved : undefined;
  if (node === undefined && isDelayed) return undefined;
  return free
    .filter(
      (volume) =>
        volume.spec.claimRef === undefined &&
        volume.status?.phase === 'Available' &&
        mismatch(volume, claim) === undefined &&
        (claim.spec.selector === undefined || labelsMatch(claim.spec.selector, volume.metadata.labels)) &&
        (node === undefined || isReachable(volume, node)),
    )
    .toSorted((a, b) => modes(a).length - modes(b).length || compareQuantities(capacityOf(a), capacityOf(b)))
    .at(0);
}

export function capacityOf({ spec }: PersistentVolume): Quantity {
  return spec.capacity?.['storage'] ?? '0';
}

export function requestOf({ spec }: PersistentVolumeClaim): Quantity {
  return spec.resources?.requests?.['storage'] ?? '0';
}

function hasAccessModes(volume: PersistentVolume, { spec }: PersistentVolumeClaim): boolean {
  return (spec.accessModes ?? []).every((mode) => modes(volume).includes(mode));
}

function modes({ spec }: PersistentVolume): readonly string[] {
  return spec.accessModes ?? [];
}
