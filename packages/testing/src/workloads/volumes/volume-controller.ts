import type { ObjectKey } from '@opgen/runtime';
import { PersistentVolume, PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import { anyChange } from '@opgen/runtime/predicates';
import { ofControllerManager, reconciler, type Workloads } from '../workloads.ts';
import { setPhase } from './binding.ts';
import { boundByController, hasMode, provisionedBy } from './claims.ts';

const name = 'persistentvolume-binder';

/** Keeps the phase of each volume, and reclaims those whose claim is gone. */
export function addVolumeController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new VolumeController(workloads);
  manager
    .controller(name)
    .for(PersistentVolume, { predicates: [anyChange] })
    .watches(PersistentVolumeClaim, (claim) => controller.volumesOf(claim))
    .withOptions(ofControllerManager)
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class VolumeController {
  readonly #workloads: Workloads;
  readonly #events;

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder('persistentvolume-controller');
  }

  async reconcile(key: ObjectKey): Promise<undefined> {
    const { client } = this.#workloads.manager;
    const volume = await client.find(PersistentVolume, key);
    if (volume === undefined) return undefined;
    const { claimRef } = volume.spec;
    if (claimRef === undefined || (claimRef.uid ?? '') === '') {
      await this.#setPhase(volume, 'Available');
      return undefined;
    }
    const { name: claimName = '', namespace = '' } = claimRef;
    const claim = await client.find(PersistentVolumeClaim, { name: claimName, namespace });
    if (claim === undefined || claim.metadata.uid !== claimRef.uid) await this.#release(volume);
    else if ((claim.spec.volumeName ?? '') === '') this.#checkMode(volume, claim);
    else if (claim.spec.volumeName === volume.metadata.name) await this.#setPhase(volume, 'Bound');
    else await this.#unbind(volume);
    return undefined;
  }

  /** The volumes that a claim refers to, or that refer to the claim. */
  async volumesOf({ metadata, spec }: PersistentVolumeClaim): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(PersistentVolume);
    return items
      .filter(
        (volume) => volume.metadata.name === spec.volumeName || volume.spec.claimRef?.uid === metadata.uid,
      )
      .map(({ metadata: { name: volume } }) => ({ name: volume }));
  }

  /** The claim is gone: the reclaim policy decides. */
  async #release(volume: PersistentVolume): Promise<void> {
    const { phase } = volume.status ?? {};
    const released = phase === 'Failed' ? volume : await this.#setPhase(volume, 'Released');
    const { persistentVolumeReclaimPolicy = 'Retain' } = volume.spec;
    if (persistentVolumeReclaimPolicy === 'Retain') return;
    // The provisioner that has created a volume deletes it.
    if (persistentVolumeReclaimPolicy === 'Delete' && volume.metadata.annotations?.[provisionedBy]) return;
    const [reason, message] =
      persistentVolumeReclaimPolicy === 'Delete'
        ? [
            'VolumeFailedDelete',
            `error getting deleter volume plugin for volume ${JSON.stringify(volume.metadata.name)}: no deletable volume plugin matched`,
          ]
        : ['VolumeFailedRecycle', 'No recycler plugin found for the volume!'];
    if (released.status?.phase === 'Failed') return;
    await this.#setPhase(released, 'Failed', message);
    this.#events.warning(volume, reason, message);
  }

  #checkMode(volume: PersistentVolume, claim: PersistentVolumeClaim): void {
    if (hasMode(volume, claim)) return;
    const claimName = JSON.stringify(claim.metadata.name);
    const volumeName = JSON.stringify(volume.metadata.name);
    const why = 'due to incompatible volumeMode.';
    const ofVolume = `Cannot bind PersistentVolume to requested PersistentVolumeClaim ${claimName} ${why}`;
    const ofClaim = `Cannot bind PersistentVolume ${volumeName} to requested PersistentVolumeClaim ${why}`;
    this.#events.warning(volume, 'VolumeMismatch', ofVolume);
    this.#events.warning(claim, 'VolumeMismatch', ofClaim);
  }

  /** The claim has another volume. */
  async #unbind(volume: PersistentVolume): Promise<void> {
    const { metadata, spec } = volume;
    const { annotations = {} } = metadata;
    if (annotations[provisionedBy] !== undefined && spec.persistentVolumeReclaimPolicy === 'Delete')
      return this.#release(volume);
    const { claimRef = {}, ...others } = spec;
    const { uid: _, ...reserved } = claimRef;
    const { [boundByController]: chosen, ...kept } = annotations;
    const { client } = this.#workloads.manager;
    const free = await client.update(PersistentVolume, {
      ...volume,
      metadata: { ...metadata, annotations: kept },
      spec: chosen === undefined ? { ...others, claimRef: reserved } : others,
    });
    await this.#setPhase(free, 'Available');
  }

  #setPhase(volume: PersistentVolume, phase: string, message?: string): Promise<PersistentVolume> {
    const { manager, clock } = this.#workloads;
    return setPhase(manager.client, clock, volume, phase, message);
  }
}
