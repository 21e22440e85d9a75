import type { JSONSchemaProps } from '@opgen/rules/schema';

/** Keywords that mean the same in `allOf` as beside it, if the schema does not have them already. */
const liftable = new Set<string>([
  'allOf',
  'anyOf',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'oneOf',
  'pattern',
  'uniqueItems',
]);

/** The schema with the branches of `allOf` beside it as far as possible: `anyOf` in `allOf` is the same as `anyOf`. */
export function liftAllOf(schema: JSONSchemaProps): JSONSchemaProps {
  const { allOf, ...lifted } = schema;
  if (allOf === undefined) return schema;
  const others = allOf.filter((branch) => {
    const keys = Object.keys(branch);
    if (keys.some((key) => !liftable.has(key) || Object.hasOwn(lifted, key))) return true;
    Object.assign(lifted, branch);
    return false;
  });
  return others.length === 0 ? lifted : { ...lifted, allOf: others };
}
