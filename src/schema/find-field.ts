import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';

/** A field below a schema; or how far the path leads, and the names that it could go on with. */
export type FoundField =
  | { schema: JSONSchemaProps; isRequired: boolean }
  | { missing: string; below: readonly string[]; names: readonly string[] };

/** Follows names through objects, and silently through lists and maps: nobody writes their brackets. */
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

/** The object that a list of lists, or a map of lists, is made of in the end. */
export function innermost(schema: JSONSchemaProps): JSONSchemaProps {
  const { additionalProperties, items } = schema;
  if (items !== undefined) return innermost(items);
  return schema.properties === undefined && typeof additionalProperties === 'object'
    ? innermost(additionalProperties)
    : schema;
}
