import type {
  CustomResourceDefinitionNames,
  CustomResourceDefinitionVersion,
} from '../kubernetes/custom-resource-definition.ts';

/** One version of a kind on its way to a CustomResourceDefinition; markers on the kind add to it. */
export interface KindDraft {
  names: CustomResourceDefinitionNames;
  scope: 'Namespaced' | 'Cluster';
  /** Labels and annotations of the CustomResourceDefinition itself. */
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  version: CustomResourceDefinitionVersion;
}
