import type { JSONSchemaProps } from '../../schema/json-schema-props.ts';

const text: JSONSchemaProps = { type: 'string' };

/** Rules can read a resource's kind, apiVersion and metadata.name even if its schema does not declare them. */
export function withTypeAndName(schema: JSONSchemaProps): JSONSchemaProps {
  const metadata: JSONSchemaProps = { type: 'object', properties: { name: text, generateName: text } };
  const { kind, apiVersion, metadata: declared } = schema.properties ?? {};
  const isComplete =
    kind?.type === 'string' &&
    apiVersion?.type === 'string' &&
    declared?.type === 'object' &&
    declared.properties?.['name']?.type === 'string' &&
    declared.properties['generateName']?.type === 'string';
  return isComplete
    ? schema
    : { ...schema, properties: { ...schema.properties, kind: text, apiVersion: text, metadata } };
}
