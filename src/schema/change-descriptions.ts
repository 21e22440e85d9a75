import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';

/** The same schema with other descriptions, its own and all within; without those that become nothing. */
export function changeDescriptions(
  schema: JSONSchemaProps,
  change: (text: string) => string | undefined,
): JSONSchemaProps {
  const { description, ...rest } = schema;
  const inner = (below: JSONSchemaProps): JSONSchemaProps => changeDescriptions(below, change);
  const { additionalProperties, allOf, anyOf, items, not, oneOf, properties } = rest;
  const text = description === undefined ? undefined : change(description);
  return {
    ...(text !== undefined && { description: text }),
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

/** The first sentence of a text: up to a full stop before a blank, or its first paragraph. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text.split('\n\n', 1);
  return /^[^]*?[.!?](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
}
