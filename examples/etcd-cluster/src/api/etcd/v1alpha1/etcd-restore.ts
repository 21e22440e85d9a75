// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** EtcdRestoreSpec is the desired state of an EtcdRestore. */
// +validation:XValidation:rule="self == oldSelf",message="a restore happens once: create another EtcdRestore"
export interface EtcdRestoreSpec extends Defaults<'size'> {
  /** EtcdBackup in the same namespace whose snapshot is restored. */
  // +validation:MinLength=1
  backupName: string;

  /** Snapshot to restore, one of the backup's `status.snapshots`. By default the newest. */
  // +validation:MinLength=1
  snapshot?: string;

  /** EtcdCluster to create. It must not exist: a restore never replaces data. */
  // +validation:MinLength=1
  // +validation:MaxLength=50
  clusterName: string;

  /** Version of etcd for the new cluster: that of the saved cluster, or one minor version above. */
  // +validation:Pattern=`^3\.\d{1,3}\.\d{1,3}$`
  version: string;

  /** Number of members of the new cluster. */
  // +validation:Minimum=1
  // +validation:Maximum=7
  // +default=3
  size: Int32;
}

/** EtcdRestoreStatus is the observed state of an EtcdRestore. */
export interface EtcdRestoreStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** How far the restore is. Succeeded and Failed are final. */
  phase?: 'Pending' | 'Restoring' | 'Succeeded' | 'Failed';

  /** PersistentVolumeClaim with the snapshot that is restored. */
  snapshot?: string;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** EtcdRestore creates an EtcdCluster from a snapshot, once. */
// +resource:shortName=etcdrestore
// +subresource:status
// +printcolumn:name=Backup,type=string,jsonPath=.spec.backupName
// +printcolumn:name=Cluster,type=string,jsonPath=.spec.clusterName
// +printcolumn:name=Snapshot,type=string,jsonPath=.status.snapshot
// +printcolumn:name=Phase,type=string,jsonPath=.status.phase
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface EtcdRestore extends CustomResource<EtcdRestoreSpec, EtcdRestoreStatus> {
  apiVersion: 'etcd.example.com/v1alpha1';
  kind: 'EtcdRestore';
}

export const EtcdRestore = defineKind<EtcdRestore>({
  apiVersion: 'etcd.example.com/v1alpha1',
  kind: 'EtcdRestore',
  plural: 'etcdrestores',
  scope: 'Namespaced',
});
