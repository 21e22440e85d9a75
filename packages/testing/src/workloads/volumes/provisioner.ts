import { compareQuantities } from '@opgen/rules/quantity';
import type { New, ObjectKey } from '@opgen/runtime';
import { PersistentVolume, PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { anyChange } from '@opgen/runtime/predicates';
import { reconciler, type Workloads } from '../workloads.ts';
import { capacityOf, isBound, provisionedBy, requestOf, storageProvisioner } from './claims.ts';
import { classNameOf } from '../../storage-classes.ts';

const name = 'external-provisioner';

/**
 * Simulates the storage drivers of all StorageClasses: it creates the volumes that claims request, expands them, and
 * deletes them when they are released.
 */
export function addProvisioner(workloads: Workloads): void {
  const { manager } = workloads;
  const provisioner = new Provisioner(workloads);
  manager
    .controller(name)
    .for(PersistentVolumeClaim, { predicates: [anyChange] })
    .withOptions({ fieldManager: name, loopLimit: Infinity })
    .reconcileWith(reconciler(workloads, name, (key) => provisioner.reconcileClaim(key)));
  manager
    .controller('external-deleter')
    .for(PersistentVolume, { predicates: [anyChange] })
    .withOptions({ fieldManager: name, loopLimit: Infinity })
    .reconcileWith(reconciler(workloads, 'external-deleter', (key) => provisioner.reconcileVolume(key)));
}

class Provisioner {
  readonly #workloads: Workloads;
  readonly #events;

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcileClaim(key: ObjectKey): Promise<undefined> {
    const { client } = this.#workloads.manager;
    const claim = await client.find(PersistentVolumeClaim, key);
    if (claim === undefined || claim.metadata.deletionTimestamp !== undefined) return undefined;
    const storageClass = await client.find(StorageClass, { name: classNameOf(claim) ?? '' });
    if (storageClass === undefined) return undefined;
    if (isBound(claim)) await this.#expand(claim, storageClass);
    else if (claim.metadata.annotations?.[storageProvisioner] !== undefined)
      await this.#provision(claim, storageClass);
    return undefined;
  }

  async reconcileVolume(key: ObjectKey): Promise<undefined> {
    const { client } = this.#workloads.manager;
    const volume = await client.find(PersistentVolume, key);
    if (volume === undefined) return undefined;
    const { metadata, spec, status } = volume;
    const isReclaimed = spec.persistentVolumeReclaimPolicy === 'Delete' && status?.phase === 'Released';
    if (isReclaimed && metadata.annotations?.[provisionedBy] !== undefined)
      await client.delete(PersistentVolume, key, { preconditions: { uid: metadata.uid } });
    return undefined;
  }

  async #provision(claim: PersistentVolumeClaim, storageClass: StorageClass): Promise<void> {
    const { client } = this.#workloads.manager;
    const { metadata } = claim;
    const volumeName = `pvc-${metadata.uid}`;
    if ((await client.find(PersistentVolume, { name: volumeName })) !== undefined) return;
    const which = JSON.stringify(`${metadata.namespace}/${metadata.name}`);
    this.#events.normal(
      claim,
      'Provisioning',
      `External provisioner is provisioning volume for claim ${which}`,
    );
    await client.create(PersistentVolume, volumeFor(claim, storageClass, volumeName));
    const message = `Successfully provisioned volume ${volumeName}`;
    this.#events.normal(claim, 'ProvisioningSucceeded', message);
  }

  async #expand(claim: PersistentVolumeClaim, { allowVolumeExpansion = false }: StorageClass): Promise<void> {
    const { client } = this.#workloads.manager;
    const storage = requestOf(claim);
    const { capacity } = claim.status ?? {};
    // Without a capacity the binding is not complete yet.
    if (!allowVolumeExpansion || capacity?.['storage'] === undefined) return;
    if (compareQuantities(storage, capacity['storage']) <= 0) return;
    const volume = await client.find(PersistentVolume, { name: claim.spec.volumeName ?? '' });
    if (volume?.metadata.annotations?.[provisionedBy] === undefined) return;
    if (compareQuantities(storage, capacityOf(volume)) > 0) {
      this.#events.normal(claim, 'Resizing', `External resizer is resizing volume ${volume.metadata.name}`);
      const spec = { ...volume.spec, capacity: { ...volume.spec.capacity, storage } };
      await client.update(PersistentVolume, { ...volume, spec });
    }
    await client.patchStatus(PersistentVolumeClaim, claim, {
      ...claim.status,
      capacity: { ...capacity, storage },
    });
    this.#events.normal(claim, 'VolumeResizeSuccessful', 'Resize volume succeeded');
  }
}

/** The volume that a driver creates for a claim. */
function volumeFor(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  volumeName: string,
): New<PersistentVolume> {
  const { uid, name: claimName, namespace = '', resourceVersion } = claim.metadata;
  const { accessModes = [], volumeMode } = claim.spec;
  const { provisioner, reclaimPolicy = 'Delete', mountOptions } = storageClass;
  return {
    metadata: { name: volumeName, annotations: { [provisionedBy]: provisioner } },
    spec: {
      accessModes: [...accessModes],
      capacity: { storage: requestOf(claim) },
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        name: claimName,
        namespace,
        uid,
        resourceVersion,
      },
      csi: { driver: provisioner, volumeHandle: volumeName },
      ...(mountOptions !== undefined && { mountOptions: [...mountOptions] }),
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: storageClass.metadata.name,
      ...(volumeMode !== undefined && { volumeMode }),
    },
  };
}
