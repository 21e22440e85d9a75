import { readFile } from 'node:fs/promises';
import { type Minor, newestMinor } from './minors.ts';
import type { DocsOf } from './type-docs.ts';

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

/** The types that one minor version of Kubernetes serves. */
export interface Facts {
  schemas: Record<string, OpenApiSchema>;
  /** What is written about them, where it is wanted. */
  docsOf?: DocsOf;
}

/** What is different in an older minor: most types are the same. */
interface Difference {
  /** Types that it has otherwise, or has and the newest has not. */
  schemas: Record<string, OpenApiSchema>;
  /** Types that it does not have yet. */
  without: string[];
}

/** Reads the facts about a minor version; they are large, so only those pay who use a built-in type. */
export async function loadFacts(minor: Minor = newestMinor): Promise<Facts> {
  const newest = (await read(newestMinor)) as Facts;
  if (minor === newestMinor) return newest;
  const difference = (await read(minor)) as Difference;
  const schemas = { ...newest.schemas, ...difference.schemas };
  for (const name of difference.without) delete schemas[name];
  return { schemas };
}

async function read(minor: Minor): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`./facts/v${minor}.json`, import.meta.url), 'utf8'));
}
