import type { RuleSchema } from '../schema/rule-schema.ts';
import { checkSchemaRules } from './check-schema-rules.ts';
import type { FieldFailure } from './field-failure.ts';
import { sameJson } from '../schema/same-json.ts';

/** The part of a CustomResourceDefinition that contains rules. */
export interface RuledDefinition {
  readonly spec: {
    readonly versions?: readonly { readonly schema?: { readonly openAPIV3Schema?: RuleSchema } }[];
  };
}

/**
 * Errors in the CEL rules of a definition. If all versions have the same schema, paths begin with spec.validation, as on
 * the API server. The schemas must be structural: the API server compiles rules only then.
 */
export function checkCustomResourceDefinitionRules({ spec }: RuledDefinition): FieldFailure[] {
  const schemas = (spec.versions ?? []).map(({ schema }) => schema?.openAPIV3Schema);
  const [first] = schemas;
  if (first !== undefined && schemas.every((schema) => sameJson(schema, first))) {
    return checkSchemaRules(first, 'spec.validation.openAPIV3Schema');
  }
  return schemas.flatMap((schema, index) =>
    schema === undefined ? [] : checkSchemaRules(schema, `spec.versions[${index}].schema.openAPIV3Schema`),
  );
}
