import { type CustomResource, defineKind, type Int32, type RawExtension } from '@opgen/runtime';

/** Markers as they are written above Go types, often in two spellings at once. */
export interface PipelineSpec {
  // +optional
  // +kubebuilder:validation:Optional
  // +k8s:optional
  // +kubebuilder:validation:Minimum=1
  // +k8s:minimum=1
  // +validation:Maximum=10
  // +k8s:maximum=1e1
  workers: Int32;

  // +default="main"
  // +kubebuilder:default=main
  branch: string;

  /** The marker repeats the values of the type. */
  // +kubebuilder:validation:Enum=Never;Always
  pull?: 'Always' | 'Never';

  /** A value is listed twice. */
  // +kubebuilder:validation:Enum=a;b;a
  stage?: string;

  /** Required although it has a default. */
  // +required
  // +kubebuilder:default=3
  retries?: Int32;

  // +kubebuilder:validation:items:XEmbeddedResource
  // +kubebuilder:validation:items:XPreserveUnknownFields
  // +kubebuilder:validation:MaxItems=4
  tasks?: RawExtension[];

  // +kubebuilder:validation:items:MinLength=1
  // +k8s:eachVal=+k8s:minLength=1
  names?: string[];
}

export interface Pipeline extends CustomResource<PipelineSpec> {
  apiVersion: 'ci.example.com/v1';
  kind: 'Pipeline';
}

export const Pipeline = defineKind<Pipeline>({
  apiVersion: 'ci.example.com/v1',
  kind: 'Pipeline',
  plural: 'pipelines',
  scope: 'Namespaced',
});
