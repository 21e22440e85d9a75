import type { RuleSchema } from '../schema/rule-schema.ts';
import { checkSchemaRules } from './check-schema-rules.ts';
import type { FieldFailure } from './field-failure.ts';
import { sameJson } from '../schema/same-json.ts';

/** As much of a CustomResourceDefinition as has to do with rules. */
export interface RuledDefinition {
  readonly spec: {
    readonly versions?: readonly { readonly schema?: { readonly openAPIV3Schema?: RuleSchema } }[];
  };
}

/**
 * What is wrong with the rules of a definition. As in the API server, what all versions have in common is filed under
 * spec.validation. Expects schemas that are structural: the server looks at rules only then.
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
