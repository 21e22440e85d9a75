import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '@opgen/rules/json';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Change, change } from '../../kubernetes/change.ts';
import { jsonOrAny } from '../argument-types.ts';
import { defineMarker, type Rejection } from '../define-marker.ts';

const anywhere = { on: ['field', 'type'], forItems: true } as const;

/**
 * Combinations of schemas, as JSON. Union types express most of them better; these markers express exactly what an
 * imported CRD contains.
 */
const oneOf = defineMarker({
  name: 'validation:OneOf',
  ...anywhere,
  argument: jsonOrAny(),
  summary: 'The value matches exactly one of these schemas, which name fields that the type declares.',
  example: '// +validation:OneOf=[{"required":["image"]},{"required":["build"]}]',
  keyword: {
    name: 'oneOf',
    combine: 'both',
    compare: (before, after, path) => compareWhole('oneOf', before.oneOf, after.oneOf, path),
  },
  reject: (_, branches) => rejectList(branches),
});

const anyOf = defineMarker({
  name: 'validation:AnyOf',
  ...anywhere,
  argument: jsonOrAny(),
  summary: 'The value matches at least one of these schemas.',
  example: '// +validation:AnyOf=[{"required":["image"]},{"required":["build"]}]',
  keyword: { name: 'anyOf', combine: 'both', compare: compareAny },
  reject: (_, branches) => rejectList(branches),
});

const allOf = defineMarker({
  name: 'validation:AllOf',
  ...anywhere,
  argument: jsonOrAny(),
  summary: 'The value matches each of these schemas.',
  example: '// +validation:AllOf=[{"pattern":"^[a-z]"},{"pattern":"[a-z]$"}]',
  keyword: { name: 'allOf', compare: compareAll },
  reject: (_, branches) => rejectList(branches),
  applyToSchema: (schema, branches) => ({
    ...schema,
    allOf: [...(schema.allOf ?? []), ...(branches as JSONSchemaProps[])],
  }),
});

const not = defineMarker({
  name: 'validation:Not',
  ...anywhere,
  argument: jsonOrAny(),
  summary: 'The value does not match this schema.',
  example: '// +validation:Not={"required":["image","build"]}',
  keyword: {
    name: 'not',
    combine: 'both',
    compare: (before, after, path) => compareWhole('not', before.not, after.not, path),
  },
  reject: (_, branch) => (isObject(branch) ? undefined : rejection),
});

const rejection: Rejection = {
  message: 'its value is not a schema',
  hint: 'write JSON, such as {"required":["image"]}',
};

function rejectList(branches: Json): Rejection | undefined {
  return Array.isArray(branches) && branches.length > 0 && branches.every(isObject) ? undefined : rejection;
}

function compareAll(
  { allOf: was = [] }: JSONSchemaProps,
  { allOf: is = [] }: JSONSchemaProps,
  path: string,
): Change[] {
  const added = difference(is, was).map((branch) =>
    change('validation-added', path, `values that do not match ${JSON.stringify(branch)} are rejected`),
  );
  const removed = difference(was, is).map((branch) =>
    change('validation-loosened', path, `values need not match ${JSON.stringify(branch)}`),
  );
  return [...added, ...removed];
}

function compareAny(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map(alternatives);
  if (was === undefined || is === undefined) return compareWhole('anyOf', was, is, path);
  const removed = difference(was, is).map((branch) =>
    change('validation-tightened', path, `it is no longer enough to match ${JSON.stringify(branch)}`),
  );
  const added = difference(is, was).map((branch) =>
    change('validation-loosened', path, `it is enough to match ${JSON.stringify(branch)}`),
  );
  return [...removed, ...added];
}

/** `x-kubernetes-int-or-string` implies the `anyOf` that names the two types. */
function alternatives({ anyOf: branches, ...schema }: JSONSchemaProps): JSONSchemaProps[] | undefined {
  return schema['x-kubernetes-int-or-string'] === true && branches?.every(({ type }) => type !== undefined)
    ? undefined
    : branches;
}

/** Reports any other change of a combination as breaking, because it may reject values that were accepted. */
function compareWhole(keyword: string, was: unknown, is: unknown, path: string): Change[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (is === undefined) return [change('validation-loosened', path, `values need not match ${keyword}`)];
  const rule = was === undefined ? 'validation-added' : 'validation-tightened';
  return [change(rule, path, `values that do not match ${keyword} ${JSON.stringify(is)} are rejected`)];
}

function difference(
  branches: readonly JSONSchemaProps[],
  others: readonly JSONSchemaProps[],
): JSONSchemaProps[] {
  return branches.filter((branch) => !others.some((other) => isDeepStrictEqual(branch, other)));
}

export const combinationMarkers = [oneOf, anyOf, allOf, not];
