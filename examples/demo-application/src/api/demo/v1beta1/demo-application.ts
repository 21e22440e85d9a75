// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
} from '@opgen/runtime';
import type { EnvVar, ServicePort } from '@opgen/runtime/kinds/core/v1';

/** DemoApplicationSpec is the desired state of a DemoApplication. */
// +validation:XValidation:rule="has(self.host) || !has(self.ingressClass)",message="ingressClass needs a host"
export interface DemoApplicationSpec extends Defaults<'replica'> {
  /** Image that the application runs. Its tag is the version of the application. */
  // +validation:MinLength=1
  image: string;

  /** Number of Pods that serve the application. */
  // +validation:Minimum=0
  // +default=1
  replica: Int32;

  /** Environment variables of the container. */
  // +listType=map
  // +listMapKey=name
  env?: EnvVar[];

  /** Ports of the Service. Each is opened on every node. */
  // +validation:MinItems=1
  // +listType=map
  // +listMapKey=port
  // +listMapKey=protocol
  ports: ServicePort[];

  /** Host name under which the first port is reachable from outside the cluster. */
  // +validation:MinLength=1
  host?: string;

  /** IngressClass that serves the host. By default the cluster's default class. */
  // +validation:MinLength=1
  ingressClass?: string;
}

/** DemoApplicationStatus is the observed state of a DemoApplication. */
export interface DemoApplicationStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Number of Pods that accept connections. */
  readyReplicas?: Int32;

  /** Image that all Pods ran when the application was last ready. */
  currentImage?: string;

  /** Image that all Pods will run. */
  targetImage?: string;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** DemoApplication is an image served by a number of Pods, on ports of the nodes and optionally under a host name. */
// +resource:shortName=demo
// +subresource:status
// +printcolumn:name=Replicas,type=integer,jsonPath=.spec.replica
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface DemoApplication extends CustomResource<DemoApplicationSpec, DemoApplicationStatus> {
  apiVersion: 'demo.paas.example.com/v1beta1';
  kind: 'DemoApplication';
}

export const DemoApplication = defineKind<DemoApplication>({
  apiVersion: 'demo.paas.example.com/v1beta1',
  kind: 'DemoApplication',
  plural: 'demoapplications',
  scope: 'Namespaced',
});
