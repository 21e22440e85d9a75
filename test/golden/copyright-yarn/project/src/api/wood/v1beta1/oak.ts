// Copyright 2026 Pomona

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** OakSpec is the desired state of an Oak. */
export interface OakSpec extends Defaults<'replicas'> {
  // An example: replace it with the fields of your kind.
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  replicas: Int32;
}

/** OakStatus is the observed state of an Oak. */
export interface OakStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

// Describe what your kind is for: `kubectl explain` shows the next line.
/** Oak is a resource that memcached-operator manages. */
// +storageversion
// +subresource:status
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface Oak extends CustomResource<OakSpec, OakStatus> {
  apiVersion: 'wood.example.com/v1beta1';
  kind: 'Oak';
}

export const Oak = defineKind<Oak>({
  apiVersion: 'wood.example.com/v1beta1',
  kind: 'Oak',
  plural: 'oaks',
  scope: 'Namespaced',
});
