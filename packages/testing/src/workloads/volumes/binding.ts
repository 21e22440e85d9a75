import type { Client, Clock } from '@opgen/runtime';
import { PersistentVolume, PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import { timestamp } from '../time.ts';
import { bindCompleted, boundByController, isFor } from './claims.ts';

/** The volume, reserved for a claim; undefined if it is already. */
export function boundVolume(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): PersistentVolume | undefined {
  const { uid, name, namespace = '', resourceVersion } = claim.metadata;
  const { annotations = {} } = volume.metadata;
  if (isFor(volume, claim) && volume.spec.claimRef?.uid === uid) return undefined;
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid, resourceVersion };
  // A claim that the user has named in the volume was not chosen here.
  const chosen = isFor(volume, claim) ? annotations : { ...annotations, [boundByController]: 'yes' };
  return {
    ...volume,
    metadata: { ...volume.metadata, annotations: chosen },
    spec: { ...volume.spec, claimRef },
  };
}

/** The claim with its volume; undefined if it is complete already. */
export function boundClaim(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): PersistentVolumeClaim | undefined {
  const { annotations = {} } = claim.metadata;
  const isNamed = claim.spec.volumeName === volume.metadata.name;
  if (isNamed && annotations[bindCompleted] !== undefined) return undefined;
  const chosen = isNamed ? {} : { [boundByController]: 'yes' };
  return {
    ...claim,
    metadata: { ...claim.metadata, annotations: { ...annotations, ...chosen, [bindCompleted]: 'yes' } },
    spec: { ...claim.spec, volumeName: volume.metadata.name },
  };
}

/** Binds a volume and a claim to each other: first the volume, so that no other claim can take it. */
export async function bind(
  client: Client,
  clock: Clock,
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): Promise<void> {
  const reserved = boundVolume(volume, claim);
  const held = reserved === undefined ? volume : await client.update(PersistentVolume, reserved);
  await setPhase(client, clock, held, 'Bound');
  const complete = boundClaim(claim, held);
  const bound = complete === undefined ? claim : await client.update(PersistentVolumeClaim, complete);
  const isNew = bound.status?.phase !== 'Bound';
  const { accessModes = [], capacity = {}, volumeAttributesClassName } = held.spec;
  await client.patchStatus(PersistentVolumeClaim, bound, {
    ...bound.status,
    phase: 'Bound',
    accessModes: [...accessModes],
    ...(isNew && { capacity: { ...capacity } }),
    ...(isNew &&
      volumeAttributesClassName !== undefined && {
        currentVolumeAttributesClassName: volumeAttributesClassName,
      }),
  });
}

/** Sets the phase of a volume. */
export async function setPhase(
  client: Client,
  clock: Clock,
  volume: PersistentVolume,
  phase: string,
  message?: string,
): Promise<PersistentVolume> {
  if (volume.status?.phase === phase) return volume;
  return client.patchStatus(PersistentVolume, volume, {
    phase,
    ...(message !== undefined && { message }),
    lastPhaseTransitionTime: timestamp(clock),
  });
}
