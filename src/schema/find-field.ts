import { type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';

/** A field of a schema, or the first missing name of its path with the names that exist there. */
export type FoundField =
  | { schema: JSONSchemaProps; isRequired: boolean }
  | { missing: string; below: readonly string[]; names: readonly string[] };

/** Follows names through objects. Lists and maps are transparent, because users do not write their brackets. */
export function findField(root: JSONSchemaProps, path: readonly string[]): FoundField {
  let schema = root;
  let isRequired = false;
  for (const [depth, name] of path.entries()) {
    const holder = innermost(schema);
    const next = holder.properties?.[name];
    if (next === undefined || !Object.hasOwn(holder.properties ?? {}, name))
      return { missing: name, below: path.slice(0, depth), names: Object.keys(holder.properties ?? {}) };
    isRequired = holder.required?.includes(name) === true;
    schema = next;
  }
  return { schema, isRequired };
}

/** The innermost schema of nested lists and maps. */
export function innermost(schema: JSONSchemaProps): JSONSchemaProps {
  const inner = schema.items ?? (schema.properties === undefined ? valueSchema(schema) : undefined);
  return inner === undefined ? schema : innermost(inner);
}
