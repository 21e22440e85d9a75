// SPDX-License-Identifier: Apache-2.0

import {
  AlreadyExistsError,
  type Client,
  done,
  type Manager,
  type New,
  type ObjectKey,
  type Reconciler,
  type Request,
  type Result,
  setCondition,
} from '@opgen/runtime';
import { EtcdBackup } from '../../api/etcd/v1alpha1/etcd-backup.ts';
import { EtcdCluster } from '../../api/etcd/v1alpha1/etcd-cluster.ts';
import { EtcdRestore, type EtcdRestoreStatus } from '../../api/etcd/v1alpha1/etcd-restore.ts';

// +rbac:groups=etcd.example.com,resources=etcdrestores,verbs=get;list;watch
// +rbac:groups=etcd.example.com,resources=etcdrestores/status,verbs=get;patch
// +rbac:groups=etcd.example.com,resources=etcdbackups,verbs=get;list;watch
// +rbac:groups=etcd.example.com,resources=etcdclusters,verbs=get;list;watch;create

/** The uid of the EtcdRestore that created an EtcdCluster. An owner would take the cluster with it when it is deleted. */
const createdBy = 'etcd.example.com/restore';

/** Creates an EtcdCluster from a snapshot, and reports how far it is. */
export class EtcdRestoreReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request): Promise<Result> {
    const restore = await this.#client.find(EtcdRestore, request);
    if (restore === undefined || isFinal(restore)) return done;

    const { backupName, clusterName } = restore.spec;
    const { namespace = '' } = request;
    const backup = await this.#client.find(EtcdBackup, { name: backupName, namespace });
    const cluster = await this.#client.find(EtcdCluster, { name: clusterName, namespace });
    const snapshot = snapshotOf(restore, backup);
    await this.#client.patchStatus(EtcdRestore, restore, observedStatus(restore, snapshot, cluster));
    if (cluster === undefined && snapshot !== undefined)
      await this.#create(desiredCluster(restore, snapshot));
    return done; // Changes of the backup and the cluster trigger a reconcile.
  }

  async #create(cluster: New<EtcdCluster>): Promise<void> {
    try {
      await this.#client.create(EtcdCluster, cluster);
    } catch (error) {
      // Its watch event reconciles again, and shows whose it is.
      if (!(error instanceof AlreadyExistsError)) throw error;
    }
  }
}

/** The snapshot to restore. Once chosen, it stays, whatever the backup saves later. */
export function snapshotOf(
  { spec, status }: EtcdRestore,
  backup: EtcdBackup | undefined,
): string | undefined {
  const { snapshots = [] } = backup?.status ?? {};
  if (status?.snapshot !== undefined) return status.snapshot;
  return spec.snapshot === undefined ? snapshots[0] : snapshots.find((name) => name === spec.snapshot);
}

/** The cluster that starts from the snapshot. */
export function desiredCluster({ metadata, spec }: EtcdRestore, snapshot: string): New<EtcdCluster> {
  const { clusterName: name, size, version } = spec;
  return {
    metadata: { name, namespace: metadata.namespace, annotations: { [createdBy]: metadata.uid } },
    spec: { size, version, restoreFrom: snapshot },
  };
}

/** The status of an EtcdRestore, computed from its cluster. */
export function observedStatus(
  restore: EtcdRestore,
  snapshot: string | undefined,
  cluster: EtcdCluster | undefined,
): EtcdRestoreStatus {
  const observedGeneration = restore.metadata.generation ?? 0;
  const [phase, message] = progress(restore, snapshot, cluster);
  const status = phase === 'Succeeded' ? 'True' : 'False';
  return {
    observedGeneration,
    phase,
    ...(snapshot !== undefined && { snapshot }),
    conditions: setCondition(restore.status?.conditions, {
      type: 'Ready',
      status,
      reason: phase,
      message,
      observedGeneration,
    }),
  };
}

function progress(
  { metadata, spec }: EtcdRestore,
  snapshot: string | undefined,
  cluster: EtcdCluster | undefined,
): [phase: EtcdRestoreStatus['phase'] & string, message: string] {
  const { backupName, clusterName } = spec;
  if (cluster !== undefined && cluster.metadata.annotations?.[createdBy] !== metadata.uid)
    return ['Failed', `EtcdCluster ${clusterName} exists already`];
  if (snapshot === undefined)
    return ['Pending', `EtcdBackup ${backupName} has no ${spec.snapshot ?? 'complete'} snapshot`];
  const state = cluster?.status?.phase;
  if (state === 'Running') return ['Succeeded', `${clusterName} runs with the data of ${snapshot}`];
  if (state === 'Failed') return ['Failed', `${clusterName} cannot start from ${snapshot}`];
  return ['Restoring', `starting ${clusterName} from ${snapshot}`];
}

function isFinal({ status }: EtcdRestore): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** Reconciles an EtcdRestore whenever it, its backup or its cluster changes. */
export function setupEtcdRestoreController(manager: Manager): void {
  const { cache, client } = manager;
  cache.addIndex(EtcdRestore, 'backup', ({ spec }) => [spec.backupName]);
  cache.addIndex(EtcdRestore, 'cluster', ({ spec }) => [spec.clusterName]);

  manager
    .controller('etcd-restore')
    .for(EtcdRestore)
    .watches(EtcdBackup, ({ metadata: { name, namespace } }) =>
      keysIn(cache.withIndex(EtcdRestore, 'backup', name), namespace),
    )
    .watches(EtcdCluster, ({ metadata: { name, namespace } }) =>
      keysIn(cache.withIndex(EtcdRestore, 'cluster', name), namespace),
    )
    .reconcileWith(new EtcdRestoreReconciler(client));
}

/** Names are indexed without their namespace. */
function keysIn(restores: readonly EtcdRestore[], namespace: string | undefined): ObjectKey[] {
  return restores.map(({ metadata }) => metadata).filter((restore) => restore.namespace === namespace);
}
