import {
  AlreadyExistsError,
  controllerOf,
  controllerReference,
  mergePatch,
  type ObjectKey,
} from '@opgen/runtime';
import { deepEqual } from '@opgen/rules/json';
import { Deployment, type DeploymentStatus, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { adopters } from '../ownership/adopters.ts';
import { claim } from '../ownership/claim.ts';
import { isTerminated } from '../pods/pod-state.ts';
import { type Again, ofControllerManager, reconciler, waiting, type Workloads } from '../workloads.ts';
import { conditionOf, type Conditions, type NewCondition, withCondition } from './conditions.ts';
import { countedStatus, hasDeadline, isComplete, rolloutStatus, untilDeadline } from './deployment-status.ts';
import { hashLabel, isSameTemplate, podTemplateHash } from './pod-template-hash.ts';
import {
  byAge,
  desiredReplicas,
  isRollingUpdate,
  newReplicas,
  oldReplicas,
  proportionalReplicas,
} from './replica-counts.ts';
import {
  currentAnnotations,
  lastRevision,
  recordedMaxReplicas,
  recordedReplicas,
  revisionAnnotation,
  revisionOf,
  sizeAnnotations,
} from './revisions.ts';

const name = 'deployment-controller';

/** Rolls out Deployments by way of ReplicaSets. */
export function addDeploymentController(workloads: Workloads): void {
  const { manager } = workloads;
  const controller = new DeploymentController(workloads);
  manager
    .controller(name)
    .for(Deployment)
    .owns(ReplicaSet)
    .watches(ReplicaSet, (set) => adopters(manager.client, Deployment, set))
    // Recreate starts the new Pods after the last old one is gone.
    .watches(Pod, (pod) => controller.owner(pod), { predicates: [({ type }) => type === 'deleted'] })
    .withOptions({ ...ofControllerManager, concurrency: 5 })
    .reconcileWith(reconciler(workloads, name, (key) => controller.reconcile(key)));
}

class DeploymentController {
  readonly #workloads: Workloads;
  readonly #events;

  constructor(workloads: Workloads) {
    this.#workloads = workloads;
    this.#events = workloads.manager.eventRecorder(name);
  }

  async reconcile(key: ObjectKey): Promise<Again | undefined> {
    const { client } = this.#workloads.manager;
    const deployment = await client.find(Deployment, key);
    if (deployment === undefined) return undefined;
    const { items } = await client.list(ReplicaSet, { namespace: deployment.metadata.namespace ?? '' });
    const { selector } = deployment.spec;
    const sets = await claim({ client, owner: deployment, selector }, ReplicaSet, items);
    return new Rollout(this.#workloads, this.#events, deployment, sets).sync();
  }

  /** The Deployment of a Pod, by way of its ReplicaSet. */
  async owner(pod: Pod): Promise<ObjectKey[]> {
    const { namespace = '' } = pod.metadata;
    const set = controllerOf(pod);
    if (set?.kind !== 'ReplicaSet') return [];
    const found = await this.#workloads.manager.client.find(ReplicaSet, { name: set.name, namespace });
    const deployment = found && controllerOf(found);
    return deployment?.kind === 'Deployment' ? [{ name: deployment.name, namespace }] : [];
  }
}

/** One reconcile of a Deployment. It follows the order of kube-controller-manager, step by step. */
class Rollout {
  readonly #workloads: Workloads;
  readonly #events;
  readonly #deployment: Deployment;
  /** The ReplicaSets as they are now; scaling replaces them. */
  #sets: ReplicaSet[];
  #conditions: Conditions;

  constructor(
    workloads: Workloads,
    events: ReturnType<Workloads['manager']['eventRecorder']>,
    deployment: Deployment,
    sets: readonly ReplicaSet[],
  ) {
    this.#workloads = workloads;
    this.#events = events;
    this.#deployment = deployment;
    this.#sets = [...sets];
    this.#conditions = deployment.status?.conditions ?? [];
  }

  async sync(): Promise<Again | undefined> {
    const { metadata, spec } = this.#deployment;
    if (metadata.deletionTimestamp !== undefined) return this.#writeStatus(this.#counted());
    this.#notePause();
    if (spec.paused === true || this.#isScaled()) {
      await this.#adoptCurrent(false);
      await this.#scale();
      if (spec.paused === true) await this.#cleanUp();
      return this.#writeStatus(this.#counted());
    }
    await (isRollingUpdate(this.#deployment) ? this.#rollingUpdate() : this.#recreate());
    const status = rolloutStatus(
      this.#deployment,
      this.#sets,
      this.#current,
      this.#conditions,
      this.#workloads.clock,
    );
    const again = await this.#writeStatus(status);
    if (isComplete(this.#deployment, status)) await this.#cleanUp();
    return again;
  }

  /** The ReplicaSet of the current template. */
  get #current(): ReplicaSet | undefined {
    const { template } = this.#deployment.spec;
    return byAge(this.#sets).find(
      ({ spec }) => spec.template !== undefined && isSameTemplate(spec.template, template),
    );
  }

  get #old(): ReplicaSet[] {
    const current = this.#current?.metadata.uid;
    return this.#sets.filter(({ metadata }) => metadata.uid !== current);
  }

  #counted(): DeploymentStatus {
    return countedStatus(
      this.#deployment,
      this.#sets,
      this.#current,
      this.#conditions,
      this.#workloads.clock,
    );
  }

  #setCondition(condition: NewCondition): void {
    this.#conditions = withCondition(this.#conditions, condition, this.#workloads.clock);
  }

  /** A paused rollout must not miss its deadline. */
  #notePause(): void {
    if (!hasDeadline(this.#deployment)) return;
    const { reason } = conditionOf(this.#conditions, 'Progressing') ?? {};
    if (reason === 'ProgressDeadlineExceeded') return;
    const { paused = false } = this.#deployment.spec;
    const type = 'Progressing';
    const status = 'Unknown';
    if (paused && reason !== 'DeploymentPaused')
      this.#setCondition({ type, status, reason: 'DeploymentPaused', message: 'Deployment is paused' });
    if (!paused && reason === 'DeploymentPaused')
      this.#setCondition({ type, status, reason: 'DeploymentResumed', message: 'Deployment is resumed' });
  }

  /** Whether the number of replicas was changed, which is no rollout. */
  #isScaled(): boolean {
    return this.#sets.some((set) => {
      const recorded = recordedReplicas(set);
      return (
        desiredReplicas(set) > 0 && recorded !== undefined && recorded !== desiredReplicas(this.#deployment)
      );
    });
  }

  async #rollingUpdate(): Promise<void> {
    const current = await this.#adoptCurrent(true);
    if (current === undefined) return;
    if (await this.#scaleTo(current, this.#newSize(current))) return;
    const old = oldReplicas(this.#deployment, current, this.#old);
    for (const [set, replicas] of old) await this.#scaleTo(set, replicas);
  }

  #newSize(current: ReplicaSet): number {
    const desired = desiredReplicas(this.#deployment);
    return desiredReplicas(current) > desired ? desired : newReplicas(this.#deployment, this.#sets, current);
  }

  async #recreate(): Promise<void> {
    await this.#adoptCurrent(false);
    let isScaled = false;
    for (const set of this.#old) isScaled = (await this.#scaleTo(set, 0)) || isScaled;
    if (isScaled || (await this.#oldPodsRun())) return;
    const current = await this.#adoptCurrent(true);
    if (current === undefined) return;
    await this.#scaleTo(current, desiredReplicas(this.#deployment));
  }

  async #oldPodsRun(): Promise<boolean> {
    const { items } = await this.#workloads.manager.client.list(Pod, {
      namespace: this.#deployment.metadata.namespace ?? '',
    });
    const old = new Set(this.#old.map(({ metadata }) => metadata.uid));
    return items.some((pod) => !isTerminated(pod) && old.has(controllerOf(pod)?.uid ?? ''));
  }

  /** Returns the ReplicaSet of the current template with its revision and annotations; creates it on request. */
  async #adoptCurrent(createIfMissing: boolean): Promise<ReplicaSet | undefined> {
    const existing = this.#current;
    const revision = lastRevision(this.#old) + 1n;
    if (existing === undefined) return createIfMissing ? this.#create(revision) : undefined;
    const { annotations = {} } = existing.metadata;
    const next = currentAnnotations(this.#deployment, annotations, revision);
    const { minReadySeconds = 0 } = this.#deployment.spec;
    const isSame = deepEqual(next, annotations) && (existing.spec.minReadySeconds ?? 0) === minReadySeconds;
    const current = isSame
      ? existing
      : await this.#update({
          ...existing,
          metadata: { ...existing.metadata, annotations: next },
          spec: { ...existing.spec, minReadySeconds },
        });
    await this.#recordRevision(current);
    if (hasDeadline(this.#deployment) && conditionOf(this.#conditions, 'Progressing') === undefined) {
      const message = `Found new replica set "${current.metadata.name}"`;
      this.#setCondition({ type: 'Progressing', status: 'True', reason: 'FoundNewReplicaSet', message });
    }
    return current;
  }

  async #create(revision: bigint): Promise<ReplicaSet | undefined> {
    const { metadata, spec, status } = this.#deployment;
    const { template, selector, minReadySeconds } = spec;
    const hash = podTemplateHash(template, status?.collisionCount);
    const labels = { ...template.metadata?.labels, [hashLabel]: hash };
    const replicas = newReplicas(this.#deployment, this.#sets, undefined);
    const annotations = {
      ...currentAnnotations(this.#deployment, {}, revision),
      ...sizeAnnotations(this.#deployment),
    };
    try {
      const created = await this.#workloads.manager.client.create(ReplicaSet, {
        metadata: {
          name: `${metadata.name}-${hash}`,
          namespace: metadata.namespace,
          labels,
          annotations,
          ownerReferences: [controllerReference(this.#deployment)],
        },
        spec: {
          replicas,
          ...(minReadySeconds !== undefined && { minReadySeconds }),
          selector: { ...selector, matchLabels: { ...selector.matchLabels, [hashLabel]: hash } },
          template: { ...template, metadata: { ...template.metadata, labels } },
        },
      });
      this.#sets.push(created);
      if (replicas > 0) this.#noteScaling(created, 0, replicas);
      await this.#recordRevision(created);
      if (hasDeadline(this.#deployment)) {
        const message = `Created new replica set "${created.metadata.name}"`;
        this.#setCondition({ type: 'Progressing', status: 'True', reason: 'NewReplicaSetCreated', message });
      }
      return created;
    } catch (error) {
      if (error instanceof AlreadyExistsError) return this.#avoidCollision();
      const cause = error instanceof Error ? error.message : String(error);
      const message = `Failed to create new replica set "${metadata.name}-${hash}": ${cause}`;
      this.#setCondition({ type: 'Progressing', status: 'False', reason: 'ReplicaSetCreateError', message });
      this.#events.warning(this.#deployment, 'ReplicaSetCreateError', message);
      await this.#writeStatus(this.#counted());
      throw error;
    }
  }

  /** A ReplicaSet of another template has the name: the next attempt has another hash. */
  async #avoidCollision(): Promise<undefined> {
    const { client } = this.#workloads.manager;
    const { status = {} } = this.#deployment;
    const collisionCount = (status.collisionCount ?? 0) + 1;
    await client.patchStatus(Deployment, this.#deployment, { ...status, collisionCount });
    throw new Error('a ReplicaSet of another template has the name of the new one: retrying with another');
  }

  async #recordRevision(current: ReplicaSet): Promise<void> {
    const revision = current.metadata.annotations?.[revisionAnnotation];
    const { metadata } = this.#deployment;
    if (revision === undefined || metadata.annotations?.[revisionAnnotation] === revision) return;
    const patch = mergePatch({ metadata: { annotations: { [revisionAnnotation]: revision } } });
    await this.#workloads.manager.client.patch(Deployment, keyOf(this.#deployment), patch);
  }

  /** Scales outside of a rollout: the only active ReplicaSet, or all of them in proportion. */
  async #scale(): Promise<void> {
    const current = this.#current;
    const active = this.#sets.filter((set) => desiredReplicas(set) > 0);
    const desired = desiredReplicas(this.#deployment);
    const only = active.length === 0 ? (current ?? byAge(this.#sets).at(-1)) : active[0];
    if (active.length <= 1) {
      if (only !== undefined) await this.#scaleTo(only, desired);
      return;
    }
    const isSaturated =
      current !== undefined &&
      recordedReplicas(current) === desired &&
      desiredReplicas(current) === desired &&
      (current.status?.availableReplicas ?? 0) === desired;
    if (isSaturated) {
      for (const set of this.#old) await this.#scaleTo(set, 0);
    } else if (isRollingUpdate(this.#deployment)) {
      const sizes = proportionalReplicas(this.#deployment, active, (set) =>
        recordedMaxReplicas(set, this.#deployment),
      );
      for (const [set, replicas] of sizes) await this.#resize(set, replicas);
    }
  }

  /** Returns whether the ReplicaSet had another size. */
  async #scaleTo(set: ReplicaSet, replicas: number): Promise<boolean> {
    if (desiredReplicas(set) === replicas) return false;
    await this.#resize(set, replicas);
    return true;
  }

  /** Sets the size of a ReplicaSet, and records that of the Deployment in it. */
  async #resize(set: ReplicaSet, replicas: number): Promise<void> {
    const from = desiredReplicas(set);
    const annotations = { ...set.metadata.annotations, ...sizeAnnotations(this.#deployment) };
    if (from === replicas && deepEqual(annotations, set.metadata.annotations)) return;
    const metadata = { ...set.metadata, annotations };
    await this.#update({ ...set, metadata, spec: { ...set.spec, replicas } });
    if (from !== replicas) this.#noteScaling(set, from, replicas);
  }

  #noteScaling({ metadata }: ReplicaSet, from: number, to: number): void {
    const direction = from < to ? 'up' : 'down';
    const note = `Scaled ${direction} replica set ${metadata.name} from ${from} to ${to}`;
    this.#events.normal(this.#deployment, 'ScalingReplicaSet', note);
  }

  async #update(set: ReplicaSet): Promise<ReplicaSet> {
    const updated = await this.#workloads.manager.client.update(ReplicaSet, set);
    this.#sets = this.#sets.map((each) => (each.metadata.uid === set.metadata.uid ? updated : each));
    return updated;
  }

  /** Deletes the oldest ReplicaSets without Pods beyond the history limit. */
  async #cleanUp(): Promise<void> {
    const { revisionHistoryLimit = 10 } = this.#deployment.spec;
    const old = this.#old.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const surplus = old.length - revisionHistoryLimit;
    if (surplus <= 0) return;
    const oldest = byAge(old).toSorted((a, b) => Number(revisionOf(a) - revisionOf(b)));
    for (const set of oldest.slice(0, surplus)) {
      const { status, metadata } = set;
      const isObserved = (metadata.generation ?? 0) <= (status?.observedGeneration ?? 0);
      if (desiredReplicas(set) === 0 && (status?.replicas ?? 0) === 0 && isObserved)
        await this.#workloads.manager.client.delete(ReplicaSet, keyOf(set));
    }
  }

  /** Returns when the deadline passes, if nothing happens until then. */
  async #writeStatus(status: DeploymentStatus): Promise<Again | undefined> {
    const { clock, manager } = this.#workloads;
    await manager.client.patchStatus(Deployment, this.#deployment, status);
    const left = untilDeadline(this.#deployment, status, clock);
    const isDue = left < Infinity && this.#deployment.spec.paused !== true;
    const isOver = conditionOf(status.conditions ?? [], 'Progressing')?.reason === 'ProgressDeadlineExceeded';
    return isDue && !isOver && !isComplete(this.#deployment, status)
      ? waiting(Math.max(left, 0) + 1000)
      : undefined;
  }
}

function keyOf({ metadata: { name: object, namespace } }: Deployment | ReplicaSet): ObjectKey {
  return namespace === undefined ? { name: object } : { name: object, namespace };
}
