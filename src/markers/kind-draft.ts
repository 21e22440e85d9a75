import type {
  CustomResourceDefinitionNames,
  CustomResourceDefinitionVersion,
} from '@opgen/rules/definitions';

/** One version of a CustomResourceDefinition while markers of its kind are applied. */
export interface KindDraft {
  names: CustomResourceDefinitionNames;
  scope: 'Namespaced' | 'Cluster';
  /** Labels and annotations of the CustomResourceDefinition itself. */
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  version: CustomResourceDefinitionVersion;
}
