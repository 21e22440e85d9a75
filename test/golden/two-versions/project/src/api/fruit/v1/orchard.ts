// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** OrchardSpec is the desired state of an Orchard. */
export interface OrchardSpec extends Defaults<'replicas'> {
  // An example: replace it with the fields of your kind.
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  replicas: Int32;
}

/** OrchardStatus is the observed state of an Orchard. */
export interface OrchardStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

// Describe what your kind is for: `kubectl explain` shows the next line.
/** Orchard is a resource that nursery manages. */
// +storageversion
// +subresource:status
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface Orchard extends CustomResource<OrchardSpec, OrchardStatus> {
  apiVersion: 'fruit.example.com/v1';
  kind: 'Orchard';
}

export const Orchard = defineKind<Orchard>({
  apiVersion: 'fruit.example.com/v1',
  kind: 'Orchard',
  plural: 'orchards',
  scope: 'Cluster',
});
