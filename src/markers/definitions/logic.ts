import { isObject, type Json } from '../../kubernetes/json.ts';
import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { jsonOrAny } from '../argument-types.ts';
import { defineMarker, type Refusal } from '../define-marker.ts';

const anywhere = { on: ['field', 'type'], forItems: true } as const;

/**
 * Combinations of schemas, as JSON. A union of types says most of them better; these are for what an imported CRD
 * has, so that it can be said exactly.
 */
const oneOf = defineMarker({
  name: 'validation:OneOf',
  ...anywhere,
  argument: jsonOrAny(),
  summary: 'The value fits exactly one of these schemas, which name fields that the type declares.',
  example: '// +validation:OneOf=[{"required":["image"]},{"required":["build"]}]',
  misfit: (_, branches) => refusalOfList(branches),
  applyToSchema: (schema, branches) => ({ ...schema, oneOf: branches as JSONSchemaProps[] }),
});

const anyOf = defineMarker({
  name: 'validation:AnyOf',
  ...anywhere,
  argument: jsonOrAny(),
  summary: 'The value fits one or more of these schemas.',
  example: '// +validation:AnyOf=[{"required":["image"]},{"required":["build"]}]',
  misfit: (_, branches) => refusalOfList(branches),
  applyToSchema: (schema, branches) => ({ ...schema, anyOf: branches as JSONSchemaProps[] }),
});

const allOf = defineMarker({
  name: 'validation:AllOf',
  ...anywhere,
  argument: jsonOrAny(),
  summary: 'The value fits each of these schemas, besides its own.',
  example: '// +validation:AllOf=[{"pattern":"^[a-z]"},{"pattern":"[a-z]$"}]',
  misfit: (_, branches) => refusalOfList(branches),
  applyToSchema: (schema, branches) => ({
    ...schema,
    allOf: [...(schema.allOf ?? []), ...(branches as JSONSchemaProps[])],
  }),
});

const not = defineMarker({
  name: 'validation:Not',
  ...anywhere,
  argument: jsonOrAny(),
  summary: 'The value does not fit this schema.',
  example: '// +validation:Not={"required":["image","build"]}',
  misfit: (_, branch) => (isObject(branch) ? undefined : refusal),
  applyToSchema: (schema, branch) => ({ ...schema, not: branch as JSONSchemaProps }),
});

const refusal: Refusal = {
  message: 'it holds no schema',
  hint: 'write JSON, such as {"required":["image"]}',
};

function refusalOfList(branches: Json): Refusal | undefined {
  return Array.isArray(branches) && branches.length > 0 && branches.every(isObject) ? undefined : refusal;
}

export const logicMarkers = [oneOf, anyOf, allOf, not];
