// SPDX-License-Identifier: Apache-2.0

import {
  type Client,
  type Clock,
  done,
  type EventRecorder,
  isBeingDeleted,
  isOwnedBy,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type Request,
  requeue,
  requeueAfter,
  type Result,
  systemClock,
} from '@opgen/runtime';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { PersistentVolumeClaim, Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { EtcdCluster } from '../../api/etcd/v1alpha1/etcd-cluster.ts';
import {
  clientService,
  clientURL,
  labelsOf,
  memberClaim,
  memberPod,
  peerService,
  peerURL,
  restoreJob,
  restoreJobName,
} from '../../cluster/objects.ts';
import { type Observed, plan, type Step } from '../../cluster/plan.ts';
import { observedStatus } from '../../cluster/status.ts';
import { EtcdApi, EtcdError, type Membership } from '../../etcd/membership.ts';

// +rbac:groups=etcd.example.com,resources=etcdclusters,verbs=get;list;watch
// +rbac:groups=etcd.example.com,resources=etcdclusters/status,verbs=get;patch
// +rbac:groups=etcd.example.com,resources=etcdclusters/finalizers,verbs=update
// +rbac:groups="",resources=pods;persistentvolumeclaims,verbs=get;list;watch;create;delete
// +rbac:groups="",resources=services,verbs=get;list;watch;create;patch
// +rbac:groups=batch,resources=jobs,verbs=get;list;watch;create
// +rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Moves an etcd cluster towards its spec, one step per reconcile. */
export class EtcdClusterReconciler implements Reconciler {
  readonly #client: Client;
  readonly #events: EventRecorder;
  readonly #etcd: EtcdApi;
  readonly #clock: Clock;

  constructor(client: Client, events: EventRecorder, etcd: EtcdApi, clock: Clock) {
    this.#client = client;
    this.#events = events;
    this.#etcd = etcd;
    this.#clock = clock;
  }

  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const cluster = await this.#client.find(EtcdCluster, request);
    // Deleted: everything that it owned is garbage collected.
    if (cluster === undefined || isBeingDeleted(cluster)) return done;

    if (cluster.spec.paused !== true) {
      await this.#client.apply(Service, peerService(cluster));
      await this.#client.apply(Service, clientService(cluster));
    }
    const observed = await this.#observe(cluster);
    const now = new Date(this.#clock.now());
    const next = plan(cluster, observed, now);
    // The status comes first: what it records, such as the cluster ID, protects the cluster from the steps that follow.
    await this.#client.patchStatus(EtcdCluster, cluster, observedStatus(cluster, observed, next, now));
    if (next.step !== undefined) {
      log.info(next.message, { step: next.step.type });
      return this.#take(next.step, cluster, observed.membership);
    }
    // No watch reports changes inside of etcd.
    return requeueAfter(next.phase === 'Running' || next.phase === 'Paused' ? '1m' : '5s');
  }

  async #observe(cluster: EtcdCluster): Promise<Observed> {
    const { namespace = '' } = cluster.metadata;
    const query = { namespace, labelSelector: labelsOf(cluster) };
    const pods = (await this.#client.list(Pod, query)).items.filter((pod) => isOwnedBy(pod, cluster));
    const claims = (await this.#client.list(PersistentVolumeClaim, query)).items.filter((claim) =>
      isOwnedBy(claim, cluster),
    );
    const restore = await this.#client.find(Job, { name: restoreJobName(cluster), namespace });
    // Read last: a Pod or claim that is not in it was removed, and not only about to be added.
    const running = pods.filter(({ status }) => status?.phase === 'Running');
    const membership = await this.#etcd.membership(
      running.map((pod) => clientURL(cluster, pod.metadata.name)),
    );
    return { pods, claims, restore, membership };
  }

  async #take(step: Step, cluster: EtcdCluster, membership: Membership | undefined): Promise<Result> {
    const { namespace = '' } = cluster.metadata;
    switch (step.type) {
      case 'record':
        break;
      case 'restore':
        if (!step.hasClaim)
          await this.#client.create(PersistentVolumeClaim, memberClaim(cluster, step.member));
        await this.#client.create(Job, restoreJob(cluster, step.member, step.snapshot));
        this.#tell(cluster, 'RestoreStarted', `Restoring ${step.snapshot} into ${step.member}`);
        break;
      case 'start': {
        const { joining, hasClaim } = step;
        if (!hasClaim) await this.#client.create(PersistentVolumeClaim, memberClaim(cluster, joining.name));
        await this.#client.create(Pod, memberPod(cluster, joining));
        this.#tell(cluster, 'MemberStarted', `Started ${joining.name} with version ${joining.version}`);
        break;
      }
      case 'stop': {
        const { name, uid } = step.pod.metadata;
        await this.#client.delete(Pod, { name, namespace }, { preconditions: { uid } });
        this.#tell(cluster, 'MemberStopped', `Stopped ${name}`);
        break;
      }
      case 'discard':
        await this.#client.delete(Pod, { name: step.member, namespace });
        await this.#client.delete(PersistentVolumeClaim, { name: step.member, namespace });
        this.#tell(cluster, 'MemberDeleted', `Deleted the Pod and the volume of ${step.member}`);
        break;
      default:
        if (membership !== undefined) return this.#reconfigure(step, cluster, membership);
    }
    return requeue;
  }

  async #reconfigure(
    step: Extract<Step, { type: 'add' | 'promote' | 'remove' }>,
    cluster: EtcdCluster,
    membership: Membership,
  ): Promise<Result> {
    try {
      switch (step.type) {
        case 'add':
          await this.#etcd.addLearner(membership, peerURL(cluster, step.member));
          this.#tell(cluster, 'MemberAdded', `Added ${step.member} to the membership`);
          break;
        case 'promote':
          await this.#etcd.promote(membership, step.member);
          this.#tell(cluster, 'MemberPromoted', `${step.member.name} has a vote now`);
          break;
        case 'remove':
          await this.#etcd.remove(membership, step.member);
          this.#tell(cluster, 'MemberRemoved', `Removed ${step.member.name} from the membership`);
          break;
      }
      return requeue;
    } catch (error) {
      if (error instanceof EtcdError && error.isPremature) return requeueAfter('1s');
      throw error;
    }
  }

  #tell(cluster: EtcdCluster, reason: string, note: string): void {
    this.#events.normal(cluster, reason, note, { action: 'Reconfigure' });
  }
}

/** Reconciles an EtcdCluster whenever it, or something it owns, changes. */
export function setupEtcdClusterController(
  manager: Manager,
  { send = fetch, clock = systemClock }: { send?: typeof fetch; clock?: Clock } = {},
): void {
  const { client } = manager;
  const events = manager.eventRecorder('etcd-cluster');

  manager
    .controller('etcd-cluster')
    .for(EtcdCluster)
    .owns(Pod)
    .owns(PersistentVolumeClaim)
    .owns(Service)
    .owns(Job)
    .reconcileWith(new EtcdClusterReconciler(client, events, new EtcdApi(send), clock));
}
