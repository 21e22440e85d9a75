// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** PoolSpec is the desired state of a Pool. */
export interface PoolSpec extends Defaults<'replicas'> {
  // An example: replace it with the fields of your kind.
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  replicas: Int32;
}

/** PoolStatus is the observed state of a Pool. */
export interface PoolStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

// Describe what your kind is for: `kubectl explain` shows the next line.
/** Pool is a resource that memcached-operator manages. */
// +storageversion
// +subresource:status
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface Pool extends CustomResource<PoolSpec, PoolStatus> {
  apiVersion: 'cache.example.com/v1alpha1';
  kind: 'Pool';
}

export const Pool = defineKind<Pool>({
  apiVersion: 'cache.example.com/v1alpha1',
  kind: 'Pool',
  plural: 'pools',
  scope: 'Cluster',
});
