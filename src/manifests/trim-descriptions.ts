import type { CustomResourceDefinition } from '../kubernetes/custom-resource-definition.ts';
import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';

/** The same definition with descriptions of at most so many bytes; 0 leaves them out. */
export function withShortDescriptions(
  definition: CustomResourceDefinition,
  most: number,
): CustomResourceDefinition {
  const versions = definition.spec.versions.map((version) =>
    version.schema === undefined
      ? version
      : { ...version, schema: { openAPIV3Schema: shortened(version.schema.openAPIV3Schema, most) } },
  );
  return { ...definition, spec: { ...definition.spec, versions } };
}

function shortened(schema: JSONSchemaProps, most: number): JSONSchemaProps {
  const { description, ...rest } = schema;
  const inner = (below: JSONSchemaProps): JSONSchemaProps => shortened(below, most);
  const { additionalProperties, allOf, anyOf, items, not, oneOf, properties } = rest;
  return {
    ...(description !== undefined && most > 0 && { description: shortDescription(description, most) }),
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, below]) => [name, inner(below)])),
    }),
    ...(additionalProperties !== undefined && { additionalProperties: inner(additionalProperties) }),
    ...(items !== undefined && { items: inner(items) }),
    ...(allOf !== undefined && { allOf: allOf.map(inner) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(inner) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(inner) }),
    ...(not !== undefined && { not: inner(not) }),
  };
}

/** Cut after the last sentence that fits, or else after the last word, where dots say that there was more. */
export function shortDescription(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // A character that is cut in two is left out.
  const cut = new TextDecoder().decode(bytes.subarray(0, most), { stream: true });
  const sentence = Math.max(...['.', '!', '?', '。'].map((end) => cut.lastIndexOf(end)));
  if (sentence !== -1) return cut.slice(0, sentence + 1);
  const word = cut.search(/\s\S*$/);
  return `${word === -1 ? cut : cut.slice(0, word)}...`;
}
