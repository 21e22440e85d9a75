import type { CustomResourceDefinition } from '../../src/kubernetes/custom-resource-definition.ts';
import type { JSONSchemaProps } from '../../src/kubernetes/json-schema.ts';

/** A CRD without what says nothing: prose, order, conversion by nobody, and who wrote it with which tool. */
export function comparable({ metadata, spec }: CustomResourceDefinition): unknown {
  const { annotations = {}, labels = {}, name } = metadata;
  const { 'controller-gen.kubebuilder.io/version': _tool, ...noted } = annotations;
  const { conversion, ...rest } = spec;
  return {
    name,
    labels,
    annotations: noted,
    ...rest,
    ...((conversion?.strategy as string) === 'Webhook' && { conversion }),
    versions: spec.versions.map((version) => ({
      ...version,
      schema: comparableSchema(version.schema?.openAPIV3Schema ?? {}, true),
    })),
  };
}

function comparableSchema(schema: JSONSchemaProps, isRoot = false): unknown {
  const { additionalProperties, description: _prose, items, properties, required, ...rest } = schema;
  const inner =
    properties && Object.entries(properties).map(([name, each]) => [name, comparableSchema(each)]);
  // The server fills defaults in before it looks, and metadata in any case.
  const asked = required?.filter(
    (name) => properties?.[name]?.default === undefined && !(isRoot && name === 'metadata'),
  );
  return {
    ...rest,
    ...(inner !== undefined && { properties: Object.fromEntries(inner) }),
    ...(asked !== undefined && asked.length > 0 && { required: asked.toSorted() }),
    ...(items !== undefined && { items: comparableSchema(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: comparableSchema(additionalProperties),
    }),
  };
}
