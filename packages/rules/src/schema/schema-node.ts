import type { ValidationRule } from '../cel/schema/rule-schema.ts';

/** A node of a schema: `JSONSchemaProps` of a CRD, or an OpenAPI v3 schema of a built-in type. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly not?: SchemaNode;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

/** Looks up the schema that a `$ref` names; undefined if there is none. */
export type Resolve = (ref: string) => SchemaNode | undefined;

/** For schemas without references, such as those of CRDs. */
export const resolveNothing: Resolve = () => undefined;

/**
 * The node itself with its reference followed. Kubernetes writes a reference with siblings as
 * `{ allOf: [{ $ref }], default }`; the siblings override the referenced schema.
 */
export function resolved(node: SchemaNode, resolve: Resolve): SchemaNode {
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
export function referenceOf(schema: SchemaNode | undefined): string | undefined {
  return schema?.$ref ?? schema?.allOf?.[0]?.$ref;
}

/** A named type without properties (RawExtension, JSON, FieldsV1) accepts any content. */
function openWhenUndescribed(node: SchemaNode): SchemaNode {
  const saysNothing = node.properties === undefined && node.additionalProperties === undefined;
  if (!saysNothing || (node.type !== undefined && node.type !== 'object')) return node;
  return { ...node, 'x-kubernetes-preserve-unknown-fields': true };
}

/** The schema of a field that the node declares by its name. */
export function fieldSchema({ properties = {} }: SchemaNode, name: string): SchemaNode | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schema of a map's values, where the node is a map with declared values. */
export function valueSchema(node: SchemaNode): SchemaNode | undefined {
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
}

/** True if the node preserves unknown fields. */
export function preservesUnknownFields(node: SchemaNode): boolean {
  return node['x-kubernetes-preserve-unknown-fields'] === true;
}
