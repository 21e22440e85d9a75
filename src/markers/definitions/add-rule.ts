import type { JSONSchemaProps, ValidationRule } from '../../kubernetes/json-schema.ts';

/** A schema with one more CEL rule. */
export function addRule(schema: JSONSchemaProps, rule: ValidationRule): JSONSchemaProps {
  return {
    ...schema,
    'x-kubernetes-validations': [...(schema['x-kubernetes-validations'] ?? []), rule],
  };
}
