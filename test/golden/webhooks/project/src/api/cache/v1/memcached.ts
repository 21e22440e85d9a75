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
export interface MemcachedSpec extends Defaults<'replicas'> {
  // An example: replace it with the fields of your kind.
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  replicas: Int32;
}

/** MemcachedStatus is the observed state of a Memcached. */
export interface MemcachedStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

// Describe what your kind is for: `kubectl explain` shows the next line.
/** Memcached is a resource that memcached-operator manages. */
// +storageversion
// +subresource:status
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
