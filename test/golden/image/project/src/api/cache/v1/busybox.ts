// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** BusyboxSpec is the desired state of a Busybox. */
export interface BusyboxSpec extends Defaults<'size'> {
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  size: Int32;
}

/** BusyboxStatus is the observed state of a Busybox. */
export interface BusyboxStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Number of ready replicas. */
  readyReplicas?: Int32;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** Busybox runs a Deployment of the operand's image. */
// +storageversion
// +subresource:status
// +subresource:scale:specpath=.spec.size,statuspath=.status.readyReplicas
// +validation:XValidation:rule="size(self.metadata.name) <= 63",message="the name becomes a label of its Pods, which has at most 63 characters"
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface Busybox extends CustomResource<BusyboxSpec, BusyboxStatus> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Busybox';
}

export const Busybox = defineKind<Busybox>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Busybox',
  plural: 'busyboxes',
  scope: 'Namespaced',
});
