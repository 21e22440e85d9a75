import type { JSONSchemaProps } from '../schema/json-schema-props.ts';
import type { WebhookClientConfig } from '../webhooks/webhook-configuration.ts';
import type { Unvalidated } from './unvalidated.ts';

/** A valid `CustomResourceDefinition` of `apiextensions.k8s.io/v1`. */
export interface CustomResourceDefinition {
  apiVersion: 'apiextensions.k8s.io/v1';
  kind: 'CustomResourceDefinition';
  metadata: {
    name: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    deletionTimestamp?: string;
  };
  spec: CustomResourceDefinitionSpec;
  status?: { storedVersions?: string[] };
}

/** The names, scope, versions and conversion of a custom resource. */
export interface CustomResourceDefinitionSpec {
  group: string;
  names: CustomResourceDefinitionNames;
  scope: 'Namespaced' | 'Cluster';
  versions: CustomResourceDefinitionVersion[];
  conversion?: CustomResourceConversion;
  preserveUnknownFields?: boolean;
}

/** The API server sets `listKind` and `singular` if they are absent. */
export interface CustomResourceDefinitionNames {
  kind: string;
  listKind?: string;
  plural: string;
  singular?: string;
  shortNames?: string[];
  categories?: string[];
}

/** With the strategy `None`, the API server only changes apiVersion. */
export interface CustomResourceConversion {
  strategy: 'None' | 'Webhook';
  webhook?: { clientConfig?: WebhookClientConfig; conversionReviewVersions: string[] };
}

/** One version of a custom resource. */
export interface CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: { openAPIV3Schema: JSONSchemaProps };
  subresources?: { status?: object; scale?: CustomResourceSubresourceScale };
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  selectableFields?: { jsonPath: string }[];
}

/** The paths that the scale subresource reads and writes. */
export interface CustomResourceSubresourceScale {
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath?: string;
}

/** A column of `kubectl get`. */
export interface CustomResourceColumnDefinition {
  name: string;
  type: string;
  jsonPath: string;
  description?: string;
  format?: string;
  priority?: number;
}

/**
 * Sets the defaults that the API server sets on a write: singular, listKind, `conversion.strategy` and the first
 * `status.storedVersions`. Does not change the input.
 */
export function defaultCustomResourceDefinition(
  crd: Unvalidated<CustomResourceDefinition>,
): Unvalidated<CustomResourceDefinition> {
  const { names = {}, versions = [], conversion } = crd.spec ?? {};
  const storage = versions.find((version) => version.storage === true)?.name;
  const storedVersions = crd.status?.storedVersions ?? [];
  const stored = storedVersions.length === 0 && storage !== undefined ? [storage] : storedVersions;
  const kind = names.kind ?? '';
  return {
    ...crd,
    spec: {
      ...crd.spec,
      names: {
        ...names,
        singular: orElse(names.singular, kind.toLowerCase()),
        listKind: orElse(names.listKind, kind === '' ? '' : `${kind}List`),
      },
      conversion: conversion === undefined ? { strategy: 'None' } : withPort(conversion),
    },
    status: { ...crd.status, storedVersions: stored },
  };
}

function withPort(conversion: Unvalidated<CustomResourceConversion>): Unvalidated<CustomResourceConversion> {
  const { webhook } = conversion;
  const service = webhook?.clientConfig?.service;
  if (service === undefined) return conversion;
  const clientConfig = { ...webhook?.clientConfig, service: { ...service, port: service.port ?? 443 } };
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}

function orElse(text: string | undefined, otherwise: string): string {
  return text === undefined || text === '' ? otherwise : text;
}
