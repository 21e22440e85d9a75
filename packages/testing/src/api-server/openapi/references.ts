import type { JSONSchemaProps } from '@opgen/rules/schema';

export const schemaPrefix = '#/components/schemas/';

// Walk schemas as schemas, not as JSON: a property may be named `$ref`, as in JSONSchemaProps.

/** The names of the schemas that a schema references. */
export function referencesIn(node: JSONSchemaProps): string[] {
  return [...(node.$ref === undefined ? [] : [nameIn(node.$ref)]), ...children(node).flatMap(referencesIn)];
}

/** The same schema with each reference rewritten for the document. */
export function withReferences(node: JSONSchemaProps): JSONSchemaProps {
  const { $ref, properties, items, additionalProperties, allOf, anyOf, oneOf, not } = node;
  return {
    ...node,
    ...($ref === undefined ? {} : { $ref: `${schemaPrefix}${nameIn($ref)}` }),
    ...(properties === undefined ? {} : { properties: ofEach(properties) }),
    ...(items === undefined ? {} : { items: withReferences(items) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: withReferences(additionalProperties) }
      : {}),
    ...(allOf === undefined ? {} : { allOf: allOf.map(withReferences) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withReferences) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(withReferences) }),
    ...(not === undefined ? {} : { not: withReferences(not) }),
  };
}

function children(node: JSONSchemaProps): JSONSchemaProps[] {
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [], not } = node;
  return [
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...(not === undefined ? [] : [not]),
  ];
}

function ofEach(properties: Readonly<Record<string, JSONSchemaProps>>): Record<string, JSONSchemaProps> {
  return Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, withReferences(node)]));
}

/** `io.k8s.api.core.v1.Pod` in `#/components/schemas/io.k8s.api.core.v1.Pod`. */
export function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
