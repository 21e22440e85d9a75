import { readFileSync } from 'node:fs';
import type { JSONSchemaProps } from '../schema/json-schema-props.ts';
import { type Minor, newestMinor } from './minors.ts';

/** How an older minor differs from the newest: most types are the same. */
interface Difference {
  /** Types that differ, or that the newest minor no longer has. */
  readonly schemas: Readonly<Record<string, JSONSchemaProps>>;
  /** Types that the older minor does not have yet. */
  readonly without: readonly string[];
}

/**
 * The OpenAPI schemas of the built-in types, by names such as `io.k8s.api.core.v1.Pod`, without descriptions.
 *
 * Reads large files: call it once, and only if there is a built-in type to look up.
 */
export function builtInSchemas(minor: Minor = newestMinor): Record<string, JSONSchemaProps> {
  const newest = read(newestMinor) as { schemas: Record<string, JSONSchemaProps> };
  if (minor === newestMinor) return newest.schemas;
  const difference = read(minor) as Difference;
  const schemas = { ...newest.schemas, ...difference.schemas };
  for (const name of difference.without) delete schemas[name];
  return schemas;
}

function read(minor: Minor): unknown {
  return JSON.parse(readFileSync(new URL(`./schemas/v${minor}.json`, import.meta.url), 'utf8'));
}
