import { builtInSchemas, type Minor } from '@opgen/rules/builtin';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { DocsOf } from './type-docs.ts';

/** The types that one minor version of Kubernetes serves. */
export interface Facts {
  schemas: Record<string, JSONSchemaProps>;
  /** Looks up the descriptions of a type, if they are requested. */
  docsOf?: DocsOf;
}

/** Reads the facts about a minor version, by default the newest. They are large: load them only for a built-in type. */
export async function loadFacts(minor?: Minor): Promise<Facts> {
  return { schemas: builtInSchemas(minor) };
}
