import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';

/** A CRD without descriptions, order, the conversion strategy None and the annotation of controller-gen. */
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
    versions: spec.versions.toSorted(byName).map((version) => ({
      ...version,
      schema: comparableSchema(version.schema?.openAPIV3Schema ?? {}, true),
    })),
  };
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

function comparableSchema(schema: JSONSchemaProps, isRoot = false): unknown {
  const { description: _prose, items, properties, required, ...rest } = schema;
  const values = valueSchema(schema);
  const inner =
    properties && Object.entries(properties).map(([name, each]) => [name, comparableSchema(each)]);
  // An object always has metadata, so whether it is required makes no difference.
  const needed = required?.filter((name) => !(isRoot && name === 'metadata'));
  return {
    ...rest,
    ...(inner !== undefined && { properties: Object.fromEntries(inner) }),
    ...(needed !== undefined && needed.length > 0 && { required: needed.toSorted() }),
    ...(items !== undefined && { items: comparableSchema(items) }),
    ...(values !== undefined && { additionalProperties: comparableSchema(values) }),
  };
}
