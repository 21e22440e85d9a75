// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
  type Time,
} from '@opgen/runtime';

/** EtcdBackupSpec is the desired state of an EtcdBackup. */
export interface EtcdBackupSpec extends Defaults<'timeZone' | 'keep' | 'storage'> {
  /** EtcdCluster in the same namespace to save. */
  // +validation:MinLength=1
  clusterName: string;

  /** When to save it, written as in a CronJob: `30 2 * * *`. Without a schedule, it is saved once. */
  // +validation:MinLength=1
  schedule?: string;

  /** Time zone of the schedule. */
  // +default=UTC
  timeZone: string;

  /** Number of snapshots to keep. */
  // +validation:Minimum=1
  // +default=7
  keep: Int32;

  /** Size of the volume of each snapshot. */
  // +validation:Pattern=`^[0-9]+(\.[0-9]+)?(Ki|Mi|Gi|Ti)?$`
  // +default="1Gi"
  storage: string;

  /** StorageClass of the volumes. By default the default class of the Kubernetes cluster. */
  storageClassName?: string;

  /** While it is true, no snapshots are made. */
  suspend?: boolean;
}

/** EtcdBackupStatus is the observed state of an EtcdBackup. */
export interface EtcdBackupStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Time for which the last snapshot was started. */
  lastScheduleTime?: Time;

  /** Time at which the last snapshot that succeeded was complete. */
  lastSuccessTime?: Time;

  /** PersistentVolumeClaims with the snapshots that exist, the newest first. */
  // +listType=atomic
  snapshots?: string[];

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** EtcdBackup saves an EtcdCluster, once or on a schedule, and keeps the newest snapshots. */
// +resource:shortName=etcdbackup
// +subresource:status
// +validation:XValidation:rule="self.metadata.name.size() <= 50",message="the name must be no more than 50 characters"
// +printcolumn:name=Cluster,type=string,jsonPath=.spec.clusterName
// +printcolumn:name=Schedule,type=string,jsonPath=.spec.schedule
// +printcolumn:name=Last success,type=date,jsonPath=.status.lastSuccessTime
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface EtcdBackup extends CustomResource<EtcdBackupSpec, EtcdBackupStatus> {
  apiVersion: 'etcd.example.com/v1alpha1';
  kind: 'EtcdBackup';
}

export const EtcdBackup = defineKind<EtcdBackup>({
  apiVersion: 'etcd.example.com/v1alpha1',
  kind: 'EtcdBackup',
  plural: 'etcdbackups',
  scope: 'Namespaced',
});
