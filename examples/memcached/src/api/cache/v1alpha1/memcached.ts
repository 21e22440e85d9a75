// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** MemcachedSpec is the desired state of a Memcached. */
export interface MemcachedSpec extends Defaults<'size' | 'containerPort'> {
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  size: Int32;

  /** Port that the container listens on. */
  // +validation:Minimum=1
  // +validation:Maximum=65535
  // +default=11211
  containerPort: Int32;

  /** Version of memcached, such as 1.6.39. By default that of the operator's image. */
  // +validation:Pattern=`^\d+\.\d+\.\d+$`
  version?: string;
}

/** MemcachedStatus is the observed state of a Memcached. */
export interface MemcachedStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Number of replicas that exist. */
  replicas?: Int32;

  /** Number of ready replicas. */
  readyReplicas?: Int32;

  /** Selects the Pods, for autoscalers. */
  selector?: string;

  /** Names of the Pods. */
  // +listType=set
  pods?: string[];

  /** Image that all Pods ran when the Memcached was last ready. */
  currentImage?: string;

  /** Image that all Pods will run. */
  targetImage?: string;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** Memcached runs a Deployment of the operand's image. */
// +storageversion
// +subresource:status
// +subresource:scale:specpath=.spec.size,statuspath=.status.replicas,selectorpath=.status.selector
// +validation:XValidation:rule="size(self.metadata.name) <= 63",message="the name becomes a label of its Pods, which has at most 63 characters"
// +printcolumn:name=Size,type=integer,jsonPath=.spec.size
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Image,type=string,jsonPath=.status.currentImage
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  apiVersion: 'cache.example.com/v1alpha1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1alpha1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
