import type { ObjectKey } from '@opgen/runtime';
import { PersistentVolume, PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { anyChange } from '@opgen/runtime/predicates';
import { isTerminated } from '../pods/pod-state.ts';
import { ofControllerManager, reconciler, type Workloads } from '../workloads.ts';
import { bind } from './binding.ts';
import {
  bestVolume,
  betaStorageProvisioner,
  bindCompleted,
  claimNamesOf,
  isBound,
  isFor,
  mismatch,
  selectedNode,
  storageProvisioner,
  waitsForConsumer,
} from './claims.ts';
import { classNameOf, defaultClassOf } from '../../storage-classes.ts';

const name = 'persistentvolumeclaim-binder';

/** Finds or requests a volume for each claim. */
export function addClaimController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new ClaimController(workloads);
  manager
    .controller(name)
    .for(PersistentVolumeClaim, { predicates: [anyChange] })
    .watches(PersistentVolume, (volume) => controller.claimsFor(volume))
    .watches(StorageClass, () => controller.unboundClaims())
    .withOptions(ofControllerManager)
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class ClaimController {
  readonly #workloads: Workloads;
  readonly #events;

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder('persistentvolume-controller');
  }

  async reconcile(key: ObjectKey): Promise<undefined> {
    const claim = await this.#workloads.manager.client.find(PersistentVolumeClaim, key);
    if (claim === undefined) return undefined;
    if (claim.metadata.annotations?.[bindCompleted] !== undefined) await this.#checkBound(claim);
    else if ((claim.spec.volumeName ?? '') !== '') await this.#bindNamed(claim);
    else await this.#findVolume(claim);
    return undefined;
  }

  /** The claims that a volume may concern: its own, or all that still need one. */
  async claimsFor(volume: PersistentVolume): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(PersistentVolumeClaim);
    return items
      .filter(
        (claim) =>
          claim.spec.volumeName === volume.metadata.name ||
          isFor(volume, claim) ||
          (!isBound(claim) && volume.spec.claimRef === undefined),
      )
      .map(({ metadata }) => metadata);
  }

  async unboundClaims(): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(PersistentVolumeClaim);
    return items.filter((claim) => !isBound(claim)).map(({ metadata }) => metadata);
  }

  async #checkBound(claim: PersistentVolumeClaim): Promise<void> {
    const { client } = this.#workloads.manager;
    const { volumeName = '' } = claim.spec;
    const volume = volumeName === '' ? undefined : await client.find(PersistentVolume, { name: volumeName });
    if (volume === undefined) {
      const lost = volumeName === '' ? 'lost reference to PersistentVolume' : 'lost its PersistentVolume';
      return this.#lose(claim, 'ClaimLost', `Bound claim has ${lost}. Data on the volume is lost!`);
    }
    const { claimRef } = volume.spec;
    if (claimRef === undefined || claimRef.uid === claim.metadata.uid) return this.#bind(volume, claim);
    const message = 'Two claims are bound to the same volume, this one is bound incorrectly';
    return this.#lose(claim, 'ClaimMisbound', message);
  }

  /** The user has named the volume in the claim. */
  async #bindNamed(claim: PersistentVolumeClaim): Promise<void> {
    const { client } = this.#workloads.manager;
    const { volumeName = '' } = claim.spec;
    const volume = await client.find(PersistentVolume, { name: volumeName });
    if (volume === undefined) return this.#pending(claim);
    if (volume.spec.claimRef !== undefined) {
      if (isFor(volume, claim)) return this.#bind(volume, claim);
      const message = `volume ${JSON.stringify(volumeName)} already bound to a different claim.`;
      this.#events.warning(claim, 'FailedBinding', message);
      return this.#pending(claim);
    }
    const problem = mismatch(volume, claim);
    if (problem === undefined) return this.#bind(volume, claim);
    const message = `Cannot bind to requested volume ${JSON.stringify(volumeName)}: ${problem}`;
    this.#events.warning(claim, 'VolumeMismatch', message);
    return this.#pending(claim);
  }

  async #findVolume(claim: PersistentVolumeClaim): Promise<void> {
    const { client } = this.#workloads.manager;
    const className = classNameOf(claim);
    const [{ items: volumes }, { items: classes }] = await Promise.all([
      client.list(PersistentVolume),
      client.list(StorageClass),
    ]);
    const storageClass = classes.find(({ metadata }) => metadata.name === className);
    const isDelayed = waitsForConsumer(storageClass);
    const volume = bestVolume(claim, volumes, { isDelayed });
    if (volume !== undefined) return this.#bind(volume, claim);
    const byDefault = className === undefined ? defaultClassOf(classes) : undefined;
    if (byDefault !== undefined) {
      const spec = { ...claim.spec, storageClassName: byDefault.metadata.name };
      await client.update(PersistentVolumeClaim, { ...claim, spec });
      return;
    }
    if (isDelayed && claim.metadata.annotations?.[selectedNode] === undefined) {
      const [reason, message] = await this.#waitsFor(claim);
      this.#events.normal(claim, reason, message);
      return this.#pending(claim);
    }
    if (className !== undefined && className !== '') return this.#provision(claim, className, storageClass);
    const message = 'no persistent volumes available for this claim and no storage class is set';
    this.#events.normal(claim, 'FailedBinding', message);
    return this.#pending(claim);
  }

  async #waitsFor({ metadata }: PersistentVolumeClaim): Promise<[reason: string, message: string]> {
    const { client } = this.#workloads.manager;
    const { items } = await client.list(Pod, { namespace: metadata.namespace ?? '' });
    const pods = items
      .filter((pod) => !pod.spec.nodeName && !isTerminated(pod) && claimNamesOf(pod).includes(metadata.name))
      .map((pod) => pod.metadata.name);
    if (pods.length === 0)
      return ['WaitForFirstConsumer', 'waiting for first consumer to be created before binding'];
    const which = pods.length === 1 ? 'pod' : 'pods';
    return ['WaitForPodScheduled', `waiting for ${which} ${pods.join(',')} to be scheduled`];
  }

  /** Asks the provisioner of the class for a volume. */
  async #provision(
    claim: PersistentVolumeClaim,
    className: string,
    storageClass: StorageClass | undefined,
  ): Promise<void> {
    if (storageClass === undefined) {
      const message = `storageclass.storage.k8s.io ${JSON.stringify(className)} not found`;
      return this.#events.warning(claim, 'ProvisioningFailed', message);
    }
    const { provisioner } = storageClass;
    if (provisioner.startsWith('kubernetes.io/')) {
      const message = `no volume plugin matched name: ${provisioner}`;
      return this.#events.warning(claim, 'ProvisioningFailed', message);
    }
    const { annotations } = claim.metadata;
    const requested = { [betaStorageProvisioner]: provisioner, [storageProvisioner]: provisioner };
    const metadata = { ...claim.metadata, annotations: { ...annotations, ...requested } };
    if (annotations?.[storageProvisioner] !== provisioner)
      await this.#workloads.manager.client.update(PersistentVolumeClaim, { ...claim, metadata });
    const message =
      `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the ` +
      'system administrator. If volume creation is delayed, please verify that the provisioner is running and ' +
      'correctly registered.';
    this.#events.normal(claim, 'ExternalProvisioning', message);
  }

  #bind(volume: PersistentVolume, claim: PersistentVolumeClaim): Promise<void> {
    const { manager, clock } = this.#workloads;
    return bind(manager.client, clock, volume, claim);
  }

  async #lose(claim: PersistentVolumeClaim, reason: string, message: string): Promise<void> {
    if (claim.status?.phase === 'Lost') return;
    await this.#workloads.manager.client.patchStatus(PersistentVolumeClaim, claim, { phase: 'Lost' });
    this.#events.warning(claim, reason, message);
  }

  async #pending(claim: PersistentVolumeClaim): Promise<void> {
    await this.#workloads.manager.client.patchStatus(PersistentVolumeClaim, claim, { phase: 'Pending' });
  }
}
