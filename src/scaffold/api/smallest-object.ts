import { RuleValidator } from '@opgen/rules/cel';
import { type CustomResourceDefinition, definitionErrors } from '@opgen/rules/definitions';
import type { Json } from '@opgen/rules/json';
import { applyDefaults, type JSONSchemaProps, valueSchema, validate } from '@opgen/rules/schema';

/** Values that satisfy many formats and patterns. The first one that a schema accepts is used. */
const texts = [
  'sample',
  'sample.example.com',
  'example.com/sample',
  'https://example.com',
  '10.0.0.1',
  '10.0.0.0/16',
  '2024-01-01T00:00:00Z',
  '1h',
  '1Gi',
  '1',
  'v1',
  '1.0.0',
  'c2FtcGxl',
  'sample@example.com',
  '00000000-0000-4000-8000-000000000000',
];

/** A longer list would make the test hard to read. */
const maxItems = 8;

type Fields = Record<string, Json>;

/**
 * The smallest object of a version of a CRD, without `metadata`: its required fields, with a valid value each.
 * Undefined if the schema rejects it, for example because of a rule or an unusual pattern, and if the API server rejects
 * the CRD.
 */
export function smallestObject(definition: CustomResourceDefinition, version: string): Fields | undefined {
  if (definitionErrors(definition).length > 0) return undefined;
  const { spec } = definition;
  const schema = spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  if (schema === undefined) return undefined;
  const { apiVersion: _, kind: __, metadata: ___, ...properties } = schema.properties ?? {};
  const body = objectOf({ ...schema, properties });
  const object = {
    apiVersion: `${spec.group}/${version}`,
    kind: spec.names.kind,
    metadata: { name: 'sample' },
  };
  return isValid({ ...object, ...body }, schema) ? body : undefined;
}

function isValid(value: Json, schema: JSONSchemaProps): boolean {
  const stored = applyDefaults(value, schema);
  return (
    validate(stored, schema).length === 0 && new RuleValidator(schema).validate(stored).failures.length === 0
  );
}

function objectOf(schema: JSONSchemaProps): Fields {
  const { anyOf = [], oneOf = [], properties = {}, required = [] } = schema;
  const alternatives = [oneOf[0]?.required, anyOf[0]?.required].flatMap((names) => names ?? []);
  const names = new Set([...required, ...alternatives]);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, { default: value }]) => names.has(name) && value === undefined)
      .map(([name, property]) => [name, smallestValue(property)]),
  );
}

function smallestValue(schema: JSONSchemaProps): Json {
  const { enum: [first] = [], items = {}, minItems = 0, minProperties = 0, type } = schema;
  if (first !== undefined) return first as Json;
  if (schema['x-kubernetes-int-or-string'] === true) return firstValid([1, ...texts], schema);
  switch (type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return firstValid([1, schema.minimum, schema.maximum, schema.multipleOf, 2, 0], schema);
    case 'string':
      return firstValid(texts, schema);
    case 'array':
      return Array.from({ length: Math.min(minItems, maxItems) }, () => smallestValue(items));
    default: {
      const values = valueSchema(schema);
      if (values !== undefined && minProperties > 0) return { sample: smallestValue(values) };
      return objectOf(schema);
    }
  }
}

function firstValid(candidates: readonly (string | number | undefined)[], schema: JSONSchemaProps): Json {
  const given = candidates.filter((value) => value !== undefined);
  return given.find((value) => validate(value, schema).length === 0) ?? null;
}
