import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { Builtins } from '../resources/builtin.ts';
import type { Resource } from '../resources/resource.ts';
import { schemaName, schemaOf } from './openapi-v3.ts';
import { operationsOfV2 } from './operations-v2.ts';
import { nameIn } from './references.ts';

type Schemas = Readonly<Record<string, JSONSchemaProps>>;

export const definitionPrefix = '#/definitions/';

/** `/openapi/v2`: the schemas and operations of all kinds in one document, for clients that do not know version 3. */
export function openApiV2(resources: readonly Resource[], { minor, schemas: builtin }: Builtins) {
  const custom = resources
    .filter((resource) => resource.custom !== undefined)
    .map((resource) => [schemaName(resource, builtin), rootSchema(resource, builtin)]);
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: `v${minor}.0` },
    paths: Object.fromEntries(
      resources.flatMap((resource) => operationsOfV2(resource, schemaName(resource, builtin))),
    ),
    definitions: { ...builtinDefinitions(builtin), ...Object.fromEntries(custom) },
  };
}

const converted = new WeakMap<Schemas, Schemas>();

function builtinDefinitions(builtin: Schemas): Schemas {
  let definitions = converted.get(builtin);
  if (definitions === undefined) {
    definitions = ofEach(builtin, builtinSchema);
    converted.set(builtin, definitions);
  }
  return definitions;
}

/** Version 3 has a description or default beside a reference in `allOf`, and the types of a union in `oneOf`. */
function builtinSchema(node: JSONSchemaProps): JSONSchemaProps {
  const { allOf, oneOf, default: _, ...rest } = node;
  const union = oneOf === undefined ? {} : { type: 'string' };
  return { ...rest, ...union, ...reference(allOf?.[0] ?? node), ...children(rest, builtinSchema) };
}

/** kubectl would reject the unknown fields of a kind that preserves them. */
function rootSchema(resource: Resource, builtin: Schemas): JSONSchemaProps {
  const { group, version, kind, schema } = resource;
  if (schema['x-kubernetes-preserve-unknown-fields'] !== true)
    return customSchema(schemaOf(resource, builtin));
  const open = { type: 'object', 'x-kubernetes-group-version-kind': [{ group, version, kind }] };
  return open;
}

/**
 * Version 2 has no junctors, no defaults and no nullable values. kubectl cannot read lists without items, and objects that keep
 * unknown fields beside known ones.
 */
function customSchema(node: JSONSchemaProps): JSONSchemaProps {
  const { nullable, properties, items, type, required, allOf, ...others } = node;
  const { anyOf: _, oneOf: __, not: ___, default: ____, ...rest } = others;
  const keepsUnknown = node['x-kubernetes-preserve-unknown-fields'] === true;
  const isUntyped = nullable === true || keepsUnknown;
  const parts = isUntyped ? {} : { ...(properties && { properties }), ...(items && { items }) };
  const hasType =
    nullable !== true && !(keepsUnknown && type === 'object') && (type !== 'array' || parts.items);
  const demanded = required?.filter((name) => properties?.[name]?.nullable !== true) ?? [];
  return {
    ...rest,
    ...(hasType && type !== undefined && { type }),
    ...(demanded.length > 0 && { required: demanded }),
    ...reference(allOf?.[0] ?? node),
    ...children({ ...parts, additionalProperties: rest.additionalProperties }, customSchema),
  };
}

function reference({ $ref }: JSONSchemaProps): JSONSchemaProps {
  return $ref === undefined ? {} : { $ref: `${definitionPrefix}${nameIn($ref)}` };
}

interface Children {
  readonly properties?: JSONSchemaProps['properties'];
  readonly items?: JSONSchemaProps['items'];
  readonly additionalProperties?: JSONSchemaProps['additionalProperties'] | undefined;
}

function children(
  { properties, items, additionalProperties }: Children,
  convert: (node: JSONSchemaProps) => JSONSchemaProps,
): Pick<JSONSchemaProps, 'properties' | 'items' | 'additionalProperties'> {
  return {
    ...(properties && { properties: ofEach(properties, convert) }),
    ...(items && { items: convert(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: convert(additionalProperties) }),
  };
}

function ofEach(
  schemas: Schemas,
  convert: (node: JSONSchemaProps) => JSONSchemaProps,
): Record<string, JSONSchemaProps> {
  return Object.fromEntries(Object.entries(schemas).map(([name, node]) => [name, convert(node)]));
}
