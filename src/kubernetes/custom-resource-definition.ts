import type { JSONSchemaProps } from './json-schema.ts';
import type { ServiceReference } from './webhook-configuration.ts';

export interface CustomResourceDefinition {
  apiVersion: 'apiextensions.k8s.io/v1';
  kind: 'CustomResourceDefinition';
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: {
    group: string;
    names: CustomResourceDefinitionNames;
    scope: 'Namespaced' | 'Cluster';
    versions: CustomResourceDefinitionVersion[];
    conversion?: CustomResourceConversion;
  };
  /** Set only in CRDs that come from a cluster. */
  status?: { storedVersions?: string[] };
}

/** Without a conversion webhook, the API server only changes apiVersion. */
export interface CustomResourceConversion {
  strategy: 'Webhook';
  webhook: {
    clientConfig: { service: ServiceReference };
    conversionReviewVersions: string[];
  };
}

export interface CustomResourceDefinitionNames {
  kind: string;
  listKind: string;
  plural: string;
  singular: string;
  shortNames?: string[];
  categories?: string[];
}

export interface CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: true;
  deprecationWarning?: string;
  schema?: { openAPIV3Schema: JSONSchemaProps };
  subresources?: { status?: Record<string, never>; scale?: ScaleSubresource };
  additionalPrinterColumns?: PrinterColumn[];
  selectableFields?: { jsonPath: string }[];
}

export interface ScaleSubresource {
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath?: string;
}

export interface PrinterColumn {
  name: string;
  type: string;
  jsonPath: string;
  description?: string;
  format?: string;
  priority?: number;
}
