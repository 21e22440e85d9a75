// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** TreeSpec is the desired state of a Tree. */
export interface TreeSpec extends Defaults<'replicas'> {
  // An example: replace it with the fields of your kind.
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  replicas: Int32;
}

/** TreeStatus is the observed state of a Tree. */
export interface TreeStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

// Describe what your kind is for: `kubectl explain` shows the next line.
/** Tree is a resource that orchard manages. */
// +storageversion
// +subresource:status
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface Tree extends CustomResource<TreeSpec, TreeStatus> {
  apiVersion: 'paper.example.com/v1';
  kind: 'Tree';
}

export const Tree = defineKind<Tree>({
  apiVersion: 'paper.example.com/v1',
  kind: 'Tree',
  plural: 'trees',
  scope: 'Namespaced',
});
