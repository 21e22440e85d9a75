import { type Condition, type CustomResource, defineKind, type Int32 } from '@opgen/runtime';
import type { ServicePort } from '@opgen/runtime/kinds/core/v1';

/** DemoApplicationSpec is the desired state of a DemoApplication. */
export interface DemoApplicationSpec {
  /** Image to run. */
  image: string;

  /** Number of pods that run it. */
  // +validation:Minimum=0
  replica: Int32;

  /** Ports that the Service opens. */
  ports: ServicePort[];
}

/** DemoApplicationStatus is the observed state of a DemoApplication. */
export interface DemoApplicationStatus {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** DemoApplication is the Schema for the demoapplications API. */
// +kubebuilder:subresource:status
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
