// SPDX-License-Identifier: Apache-2.0

import { type Condition, type CustomResource, defineKind, type Int32, type Int64 } from '@opgen/runtime';
import type { ServicePort } from '@opgen/runtime/kinds/core/v1';

/** DemoApplicationSpec is the desired state of a DemoApplication. */
export interface DemoApplicationSpec {
  /** Image that the application runs. */
  // +validation:MinLength=1
  image: string;

  /** Number of Pods that serve the application. */
  // +validation:Minimum=0
  // +default=1
  replica: Int32;

  /** Ports that the application listens on. Each is opened on every node. */
  // +validation:MinItems=1
  // +listType=map
  // +listMapKey=port
  // +listMapKey=protocol
  ports: ServicePort[];
}

/** DemoApplicationStatus is the observed state of a DemoApplication. */
export interface DemoApplicationStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Number of Pods that accept connections. */
  readyReplicas?: Int32;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** DemoApplication is an image served by a number of Pods, on ports of the nodes. */
// +resource:shortName=demo
// +subresource:status
// +printcolumn:name=Image,type=string,jsonPath=.spec.image
// +printcolumn:name=Replicas,type=integer,jsonPath=.spec.replica
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface DemoApplication extends CustomResource<DemoApplicationSpec, DemoApplicationStatus> {
  apiVersion: 'demo.paas.example.com/v1alpha1';
  kind: 'DemoApplication';
}

export const DemoApplication = defineKind<DemoApplication>({
  apiVersion: 'demo.paas.example.com/v1alpha1',
  kind: 'DemoApplication',
  plural: 'demoapplications',
  scope: 'Namespaced',
});
