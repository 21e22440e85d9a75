import { compact } from '../kubernetes/compact.ts';
import { type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';

/** Changes all descriptions in a schema, and removes those for which `change` returns nothing. */
export function changeDescriptions(
  schema: JSONSchemaProps,
  change: (text: string) => string | undefined,
): JSONSchemaProps {
  const { description, ...rest } = schema;
  const inner = (below: JSONSchemaProps): JSONSchemaProps => changeDescriptions(below, change);
  const { allOf, anyOf, items, not, oneOf, properties } = rest;
  const values = valueSchema(rest);
  const text = description === undefined ? undefined : change(description);
  return compact({
    description: text,
    ...rest,
    properties:
      properties &&
      Object.fromEntries(Object.entries(properties).map(([name, below]) => [name, inner(below)])),
    additionalProperties: values === undefined ? rest.additionalProperties : inner(values),
    items: items && inner(items),
    allOf: allOf?.map(inner),
    anyOf: anyOf?.map(inner),
    oneOf: oneOf?.map(inner),
    not: not && inner(not),
  });
}

/** The first sentence of a text, or its first paragraph if no sentence ends in it. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text.split('\n\n', 1);
  return /^[^]*?[.!?](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
}
