import { readFile } from 'node:fs/promises';

/** A schema as the API server's OpenAPI document has it: with references, without prose. */
export interface OpenApiSchema {
  $ref?: string;
  type?: string;
  format?: string;
  default?: unknown;
  enum?: string[];
  required?: string[];
  properties?: Record<string, OpenApiSchema>;
  additionalProperties?: OpenApiSchema;
  items?: OpenApiSchema;
  allOf?: OpenApiSchema[];
  oneOf?: OpenApiSchema[];
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-map-type'?: 'granular' | 'atomic';
  'x-kubernetes-preserve-unknown-fields'?: true;
}

export interface ResourceFact {
  group: string;
  version: string;
  kind: string;
  resource: string;
  namespaced: boolean;
  verbs: string[];
}

/** What one minor version of Kubernetes serves. */
export interface Facts {
  schemas: Record<string, OpenApiSchema>;
  resources: ResourceFact[];
}

/** Reads the facts about a minor version; they are large, so only those pay who use a built-in type. */
export async function loadFacts(version = 'v1.36'): Promise<Facts> {
  return JSON.parse(await readFile(new URL(`./facts/${version}.json`, import.meta.url), 'utf8')) as Facts;
}
