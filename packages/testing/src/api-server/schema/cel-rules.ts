import type { SchemaNode } from './schema-node.ts';

/** The paths of a schema that carry x-kubernetes-validations. Nothing here evaluates them: warn or refuse. */
export function celRulePaths(schema: SchemaNode, path = ''): string[] {
  const own = (schema['x-kubernetes-validations'] ?? []).length > 0 ? [path === '' ? '.' : path] : [];
  const properties = Object.entries(schema.properties ?? {}).flatMap(([key, node]) =>
    celRulePaths(node, `${path}.${key}`),
  );
  const items = schema.items === undefined ? [] : celRulePaths(schema.items, `${path}[]`);
  const values =
    typeof schema.additionalProperties === 'object'
      ? celRulePaths(schema.additionalProperties, `${path}.*`)
      : [];
  return [...own, ...properties, ...items, ...values];
}
