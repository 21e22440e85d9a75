import type { JSONSchemaProps } from './json-schema-props.ts';

/** Looks up the schema that a `$ref` names; undefined if there is none. */
export type Resolve = (ref: string) => JSONSchemaProps | undefined;

/** For schemas without references, such as those of CRDs. */
export const resolveNothing: Resolve = () => undefined;

/**
 * The node itself with its reference followed. Kubernetes writes a reference with siblings as
 * `{ allOf: [{ $ref }], default }`; the siblings override the referenced schema.
 */
export function resolved(node: JSONSchemaProps, resolve: Resolve): JSONSchemaProps {
  if (node.$ref !== undefined) {
    const target = resolve(node.$ref);
    if (target === undefined) throw new Error(`schema reference ${node.$ref} cannot be resolved`);
    return openWhenUndescribed(resolved(target, resolve));
  }
  const only = node.allOf?.length === 1 ? node.allOf[0] : undefined;
  if (only?.$ref === undefined) return node;
  const { allOf: _, ...siblings } = node;
  return { ...resolved(only, resolve), ...siblings };
}

/** The `$ref` of a node, with or without siblings. */
export function referenceOf(schema: JSONSchemaProps | undefined): string | undefined {
  return schema?.$ref ?? schema?.allOf?.[0]?.$ref;
}

/** A named type without properties (RawExtension, JSON, FieldsV1) accepts any content. */
function openWhenUndescribed(node: JSONSchemaProps): JSONSchemaProps {
  const saysNothing = node.properties === undefined && node.additionalProperties === undefined;
  if (!saysNothing || (node.type !== undefined && node.type !== 'object')) return node;
  return { ...node, 'x-kubernetes-preserve-unknown-fields': true };
}

/** The schema of a field that the node declares by its name. */
export function fieldSchema({ properties = {} }: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schema of a map's values, where the node is a map with declared values. */
export function valueSchema(node: JSONSchemaProps): JSONSchemaProps | undefined {
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
}

/** True if the node preserves unknown fields. */
export function preservesUnknownFields(node: JSONSchemaProps): boolean {
  return node['x-kubernetes-preserve-unknown-fields'] === true;
}
