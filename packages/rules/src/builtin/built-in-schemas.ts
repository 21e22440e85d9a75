import type { JSONSchemaProps } from '../schema/json-schema-props.ts';
import { factsOfMinor } from './facts-of-minor.ts';
import { type Minor, newestMinor } from './minors.ts';

/**
 * The OpenAPI schemas of the built-in types, by names such as `io.k8s.api.core.v1.Pod`, without descriptions.
 *
 * Reads large files: call it once, and only if there is a built-in type to look up.
 */
export function builtInSchemas(minor: Minor = newestMinor): Record<string, JSONSchemaProps> {
  return factsOfMinor('schemas', minor) as Record<string, JSONSchemaProps>;
}
