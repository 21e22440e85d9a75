import type { JSONSchemaProps, ValidationRule } from '@opgen/rules/schema';

/** A schema with one more CEL rule. */
export function addRule(schema: JSONSchemaProps, rule: ValidationRule): JSONSchemaProps {
  return {
    ...schema,
    'x-kubernetes-validations': [...(schema['x-kubernetes-validations'] ?? []), rule],
  };
}
