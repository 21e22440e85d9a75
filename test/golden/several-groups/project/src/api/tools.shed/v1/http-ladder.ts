// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';

/** HTTPLadderSpec is the desired state of a HTTPLadder. */
export interface HTTPLadderSpec extends Defaults<'replicas'> {
  // An example: replace it with the fields of your kind.
  /** Number of replicas to run. */
  // +validation:Minimum=0
  // +default=1
  replicas: Int32;
}

/** HTTPLadderStatus is the observed state of a HTTPLadder. */
export interface HTTPLadderStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

// Describe what your kind is for: `kubectl explain` shows the next line.
/** HTTPLadder is a resource that orchard manages. */
// +storageversion
// +subresource:status
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface HTTPLadder extends CustomResource<HTTPLadderSpec, HTTPLadderStatus> {
  apiVersion: 'tools.shed.orchard.example.com/v1';
  kind: 'HTTPLadder';
}

export const HTTPLadder = defineKind<HTTPLadder>({
  apiVersion: 'tools.shed.orchard.example.com/v1',
  kind: 'HTTPLadder',
  plural: 'httpladders',
  scope: 'Namespaced',
});
