import { mergePatch, type ObjectKey } from '@opgen/runtime';
import { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { deepEqual } from '@opgen/rules/json';
import { beyondLimit, deleteRevisions, history, templateOf } from '../history/controller-revisions.ts';
import { adopters } from '../ownership/adopters.ts';
import { claim } from '../ownership/claim.ts';
import { untilAvailable } from '../pods/pod-state.ts';
import { type Again, inMotion, ofControllerManager, reconciler, type Workloads } from '../workloads.ts';
import { belongsToEarlierPod, claimsOf, ownersOf } from './claims.ts';
import { keepsRevision, nextStep, revisionOf } from './next-step.ts';
import { ordinalOf } from './ordinals.ts';
import { identityLabels, podOfStatefulSet } from './pod-of-stateful-set.ts';
import { statefulSetStatus } from './stateful-set-status.ts';

const name = 'statefulset-controller';

/** Gives StatefulSets their Pods, with stable names and claims, and updates them in order. */
export function addStatefulSetController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new StatefulSetController(workloads);
  manager
    .controller(name)
    .for(StatefulSet)
    .owns(Pod)
    .watches(Pod, (pod) => adopters(manager.client, StatefulSet, pod))
    .watches(PersistentVolumeClaim, (volume) => controller.waitingFor(volume), {
      predicates: [({ type }) => type === 'deleted'],
    })
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class StatefulSetController {
  readonly #workloads: Workloads;
  readonly #events;

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { manager, clock } = this.#workloads;
    const { client } = manager;
    const set = await client.find(StatefulSet, key);
    if (set === undefined) return undefined;
    const { selector, template, revisionHistoryLimit = 10, minReadySeconds = 0 } = set.spec;
    const { items } = await client.list(Pod, { namespace: set.metadata.namespace ?? '' });
    const isMember = (pod: Pod): boolean => ordinalOf(set, pod) !== undefined;
    const pods = await claim({ client, owner: set, selector }, Pod, items, isMember);
    const {
      current: update,
      all,
      collisionCount,
    } = await history(
      { client, owner: set, selector, template, hashLabel: 'controller.kubernetes.io/hash' },
      set.status?.collisionCount ?? 0,
    );
    const current = all.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
    const revisions = { current: current.metadata.name, update: update.metadata.name, collisionCount };

    const isLeaving = set.metadata.deletionTimestamp !== undefined;
    if (!isLeaving) for (const pod of pods) await this.#maintain(set, pod);
    const { create, remove } = nextStep(set, pods, revisions.update, clock);
    for (const ordinal of create) {
      const revision = keepsRevision(set, ordinal) ? current : update;
      await this.#create(set, ordinal, templateOf(revision), revision.metadata.name);
    }
    for (const pod of remove) await this.#delete(set, pod);

    await client.patchStatus(StatefulSet, set, statefulSetStatus(set, pods, revisions, clock));
    const live = new Set([revisions.current, revisions.update, ...pods.map(revisionOf)]);
    const isLive = ({ metadata }: { metadata: { name: string } }): boolean => live.has(metadata.name);
    await deleteRevisions(client, beyondLimit(all, isLive, revisionHistoryLimit));
    const waits = pods
      .map((pod) => untilAvailable(pod, minReadySeconds, clock))
      .filter((wait) => wait > 0 && wait < Infinity);
    return waits.length === 0 ? undefined : inMotion(Math.min(...waits));
  }

  /** The StatefulSets that wait until a claim of an earlier Pod is gone. */
  async waitingFor({
    metadata: { name: volume, namespace = '' },
  }: PersistentVolumeClaim): Promise<ObjectKey[]> {
    const { items } = await this.#workloads.manager.client.list(StatefulSet, { namespace });
    return items
      .filter(({ metadata }) => volume.includes(`-${metadata.name}-`))
      .map(({ metadata }) => metadata);
  }

  async #create(
    set: StatefulSet,
    ordinal: number,
    template: Parameters<typeof podOfStatefulSet>[2],
    revision: string,
  ): Promise<void> {
    const { client } = this.#workloads.manager;
    const pod = `${set.metadata.name}-${ordinal}`;
    const { whenScaled = 'Retain' } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
    try {
      for (const { metadata } of claimsOf(set, ordinal).values()) {
        const volume = await this.#claim(set, metadata.name);
        if (whenScaled === 'Delete' && volume !== undefined && belongsToEarlierPod(volume, pod)) return;
      }
      await this.#createClaims(set, ordinal);
      const created = await client.create(Pod, podOfStatefulSet(set, ordinal, template, revision));
      await this.#retain(set, created);
      this.#events.normal(
        set,
        'SuccessfulCreate',
        `Create Pod ${pod} in StatefulSet ${set.metadata.name} successful`,
      );
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#events.warning(
        set,
        'FailedCreate',
        `Create Pod ${pod} in StatefulSet ${set.metadata.name} failed error: ${message}`,
      );
      throw error;
    }
  }

  async #createClaims(set: StatefulSet, ordinal: number): Promise<void> {
    const owner = set.metadata.name;
    for (const volume of claimsOf(set, ordinal).values()) {
      const existing = await this.#claim(set, volume.metadata.name);
      if (existing?.metadata.deletionTimestamp !== undefined)
        throw new Error(`pvc ${volume.metadata.name} is being deleted`);
      if (existing !== undefined) continue;
      await this.#workloads.manager.client.create(PersistentVolumeClaim, volume);
      this.#events.normal(
        set,
        'SuccessfulCreate',
        `Create Claim ${volume.metadata.name} Pod ${owner}-${ordinal} in StatefulSet ${owner} success`,
      );
    }
  }

  /** Restores the labels that identify a Pod, and the claims that it lacks. */
  async #maintain(set: StatefulSet, pod: Pod): Promise<void> {
    const ordinal = ordinalOf(set, pod);
    if (ordinal === undefined) return;
    if (pod.status?.phase === 'Pending' && pod.metadata.deletionTimestamp === undefined)
      await this.#createClaims(set, ordinal);
    await this.#retain(set, pod);
    const labels = identityLabels(set, ordinal);
    if (Object.entries(labels).every(([key, value]) => pod.metadata.labels?.[key] === value)) return;
    const { name: own, namespace = '' } = pod.metadata;
    const patch = mergePatch({ metadata: { labels } });
    await this.#workloads.manager.client.patch(Pod, { name: own, namespace }, patch);
    this.#events.normal(
      set,
      'SuccessfulUpdate',
      `Update Pod ${own} in StatefulSet ${set.metadata.name} successful`,
    );
  }

  /** Sets the owners of a Pod's claims as the retention policy demands. */
  async #retain(set: StatefulSet, pod: Pod): Promise<void> {
    for (const { metadata } of claimsOf(set, ordinalOf(set, pod) ?? 0).values()) {
      const volume = await this.#claim(set, metadata.name);
      const owners = volume && ownersOf(volume, set, pod);
      if (volume === undefined || owners === undefined) continue;
      const { ownerReferences = [], namespace = '', resourceVersion } = volume.metadata;
      if (deepEqual(owners, ownerReferences)) continue;
      const patch = mergePatch({ metadata: { resourceVersion, ownerReferences: owners } });
      await this.#workloads.manager.client.patch(
        PersistentVolumeClaim,
        { name: volume.metadata.name, namespace },
        patch,
      );
    }
  }

  async #claim({ metadata: { namespace = '' } }: StatefulSet, volume: string) {
    return this.#workloads.manager.client.find(PersistentVolumeClaim, { name: volume, namespace });
  }

  async #delete(set: StatefulSet, { metadata }: Pod): Promise<void> {
    const { name: pod, namespace = '', uid } = metadata;
    await this.#workloads.manager.client.delete(Pod, { name: pod, namespace }, { preconditions: { uid } });
    this.#events.normal(
      set,
      'SuccessfulDelete',
      `Delete Pod ${pod} in StatefulSet ${set.metadata.name} successful`,
    );
  }
}
