import type { ClientConfig } from '../webhooks/client-config.ts';
import type { SchemaNode } from '../schema/schema-node.ts';

/** One version of a custom resource. */
export interface CrdVersion {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: SchemaNode };
  readonly subresources?: {
    readonly status?: object;
    readonly scale?: {
      readonly specReplicasPath?: string;
      readonly statusReplicasPath?: string;
      readonly labelSelectorPath?: string;
    };
  };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath?: string }[];
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  readonly name?: string;
  readonly type?: string;
  readonly format?: string;
  readonly jsonPath?: string;
  readonly priority?: number;
  readonly description?: string;
}

export interface CrdNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly kind?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** The part of a CustomResourceDefinition that the API server validates. */
export interface CustomResourceDefinition {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec: {
    readonly group?: string;
    readonly scope?: string;
    readonly names?: CrdNames;
    readonly versions?: readonly CrdVersion[];
    readonly preserveUnknownFields?: boolean;
    readonly conversion?: {
      readonly strategy?: string;
      readonly webhook?: {
        readonly clientConfig?: ClientConfig;
        readonly conversionReviewVersions?: readonly string[];
      };
    };
  };
  readonly status?: { readonly storedVersions?: readonly string[] };
}

/**
 * Sets the defaults that the API server sets on a write: singular, listKind, `conversion.strategy` and the first
 * `status.storedVersions`. Does not change the input.
 */
export function defaultCustomResourceDefinition<T extends CustomResourceDefinition>(crd: T): T {
  const { names = {}, versions = [], conversion } = crd.spec;
  const storage = versions.find((version) => version.storage === true);
  const storedVersions = crd.status?.storedVersions ?? [];
  const stored = storedVersions.length === 0 && storage !== undefined ? [storage.name] : storedVersions;
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

type Conversion = NonNullable<CustomResourceDefinition['spec']['conversion']>;

function withPort(conversion: Conversion): Conversion {
  const { webhook } = conversion;
  const service = webhook?.clientConfig?.service;
  if (service === undefined) return conversion;
  const clientConfig = { ...webhook?.clientConfig, service: { ...service, port: service.port ?? 443 } };
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}

function orElse(text: string | undefined, otherwise: string): string {
  return text === undefined || text === '' ? otherwise : text;
}
