// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** EtcdClusterSpec is the desired state of an EtcdCluster. */
// +validation:XValidation:rule="self.storage == oldSelf.storage",message="storage is immutable"
// +validation:XValidation:rule="(has(self.storageClassName) ? self.storageClassName : '') == (has(oldSelf.storageClassName) ? oldSelf.storageClassName : '')",message="storageClassName is immutable"
// +validation:XValidation:rule="(has(self.restoreFrom) ? self.restoreFrom : '') == (has(oldSelf.restoreFrom) ? oldSelf.restoreFrom : '')",message="restoreFrom is immutable"
export interface EtcdClusterSpec extends Defaults<'size' | 'repository' | 'storage'> {
  /** Number of members. A cluster of 2n+1 members survives the loss of n. */
  // +validation:Minimum=1
  // +validation:Maximum=7
  // +default=3
  size: Int32;

  /** Version of etcd, such as `3.6.8`. It only goes up, one minor version at a time. */
  // +validation:Pattern=`^3\.\d{1,3}\.\d{1,3}$`
  // +validation:MaxLength=9
  version: string;

  /** Repository of the image. The tag is `v` and the version. */
  // +validation:MinLength=1
  // +default=gcr.io/etcd-development/etcd
  repository: string;

  /** Size of the volume of each member. */
  // +validation:Pattern=`^[0-9]+(\.[0-9]+)?(Ki|Mi|Gi|Ti)?$`
  // +validation:MaxLength=20
  // +default="1Gi"
  storage: string;

  /** StorageClass of the volumes. By default the default class of the Kubernetes cluster. */
  // +validation:MaxLength=253
  storageClassName?: string;

  /** While it is true, the operator changes nothing and only reports. */
  paused?: boolean;

  /** PersistentVolumeClaim with the snapshot that the first member starts from. An EtcdRestore sets it. */
  // +validation:MinLength=1
  // +validation:MaxLength=253
  restoreFrom?: string;
}

/** EtcdPhase summarizes what the operator is doing. */
export type EtcdPhase =
  'Creating' | 'Running' | 'Scaling' | 'Recovering' | 'Upgrading' | 'QuorumLost' | 'Paused' | 'Failed';

/** EtcdClusterStatus is the observed state of an EtcdCluster. */
export interface EtcdClusterStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** What the operator is doing. */
  phase?: EtcdPhase;

  /** Number of members in the membership of etcd. */
  size?: Int32;

  /** Number of members that serve clients. */
  readyMembers?: Int32;

  /** Names of the members in the membership of etcd. */
  // +listType=set
  members?: string[];

  /** Version that every member runs at least. */
  // +validation:MaxLength=9
  currentVersion?: string;

  /** Version that the members are being upgraded to. */
  // +validation:MaxLength=9
  targetVersion?: string;

  /** ID that the members of this cluster share. Once it is known, no new cluster is ever started in its place. */
  clusterID?: string;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** EtcdCluster is an etcd cluster whose members are Pods with a volume each. */
// +resource:shortName=etcd
// +subresource:status
// +validation:XValidation:rule="self.metadata.name.size() <= 50",message="the name must be no more than 50 characters"
// +validation:XValidation:rule="!has(self.status) || !has(self.status.targetVersion) || int(self.spec.version.split('.')[1]) * 1000 + int(self.spec.version.split('.')[2]) >= int(self.status.targetVersion.split('.')[1]) * 1000 + int(self.status.targetVersion.split('.')[2])",message="etcd cannot be downgraded: spec.version must not be lower than status.targetVersion"
// +validation:XValidation:rule="!has(self.status) || !has(self.status.currentVersion) || int(self.spec.version.split('.')[1]) <= int(self.status.currentVersion.split('.')[1]) + 1",message="etcd cannot skip a minor version: spec.version must be at most one minor version above status.currentVersion"
// +printcolumn:name=Size,type=integer,jsonPath=.status.size
// +printcolumn:name=Ready,type=integer,jsonPath=.status.readyMembers
// +printcolumn:name=Version,type=string,jsonPath=.status.currentVersion
// +printcolumn:name=Phase,type=string,jsonPath=.status.phase
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface EtcdCluster extends CustomResource<EtcdClusterSpec, EtcdClusterStatus> {
  apiVersion: 'etcd.example.com/v1alpha1';
  kind: 'EtcdCluster';
}

export const EtcdCluster = defineKind<EtcdCluster>({
  apiVersion: 'etcd.example.com/v1alpha1',
  kind: 'EtcdCluster',
  plural: 'etcdclusters',
  scope: 'Namespaced',
});
