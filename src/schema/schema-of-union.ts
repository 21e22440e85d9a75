import { compact } from '../kubernetes/compact.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@opgen/rules/json';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { Diagnostic, Place } from '../diagnostics.ts';
import { ambiguousUnion } from './diagnostics.ts';

/** One of the object types of a union, with its own schema. */
export interface Variant {
  name: string;
  schema: JSONSchemaProps;
}

/** Keywords that only the schema of the whole object may have; the branches of a union have the others. */
const structural = new Set<string>([
  'type',
  'description',
  'title',
  'example',
  'default',
  'nullable',
  'x-kubernetes-int-or-string',
]);

/**
 * The schema of a union of objects: the properties of all members, and a branch with the constraints of each member.
 *
 * A structural schema specifies the type of every property outside of its branches. The branches contain only limits,
 * enums, and the properties that are required or forbidden.
 */
export function schemaOfUnion(
  variants: readonly Variant[],
  place: Place,
  problems: Diagnostic[],
): JSONSchemaProps {
  const report = (message: string, hint: string): void => {
    problems.push(ambiguousUnion({ message, hint, place }));
  };
  for (const { name, schema } of variants) {
    const foreign = Object.keys(schema).find((key) => !partsOfVariant.has(key));
    if (foreign !== undefined)
      report(
        `${name} is a member of a union, which cannot have ${foreign}`,
        'move it to the union or to the fields',
      );
  }

  const properties: Record<string, JSONSchemaProps> = {};
  const parts = variants.map(({ schema }): Part => ({ properties: {}, schema }));
  for (const name of namesOf(variants)) {
    const owners = parts.filter(({ schema }) => schema.properties?.[name] !== undefined);
    const merged = mergedProperty(owners.map(({ schema }) => schema.properties?.[name] ?? {}));
    if (merged === undefined) {
      report(
        `the members of this union have different schemas for ${name}`,
        'a schema has one type for each property: use different names or the same type',
      );
      continue;
    }
    properties[name] = merged.shared;
    if (merged.shared.default !== undefined && owners.length < variants.length)
      report(
        `${name} has a default, but not every member of this union has ${name}`,
        'remove the default: the API server would set it for every member',
      );
    merged.own.forEach((limits, position) => {
      if (Object.keys(limits).length > 0)
        Object.assign(owners[position]?.properties ?? {}, { [name]: limits });
    });
  }

  const required = namesOf(variants).filter((name) =>
    variants.every(({ schema }) => isRequired(schema, name)),
  );
  const branches = parts.map((part) => branchOf(part, Object.keys(properties), required));
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required: required.toSorted() }),
    ...(areDisjoint(parts, properties) ? { oneOf: branches } : { anyOf: branches }),
  };
}

const partsOfVariant = new Set([
  'type',
  'properties',
  'required',
  'description',
  'minProperties',
  'maxProperties',
]);

interface Part {
  schema: JSONSchemaProps;
  /** The constraints of the properties that only this member has. */
  properties: Record<string, JSONSchemaProps>;
}

function namesOf(variants: readonly Variant[]): string[] {
  return [...new Set(variants.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
}

function isRequired({ properties, required }: JSONSchemaProps, name: string): boolean {
  return required?.includes(name) === true || properties?.[name]?.default !== undefined;
}

/** The common schema of a property that several members have, and what each of them adds. */
function mergedProperty(
  schemas: readonly JSONSchemaProps[],
): { shared: JSONSchemaProps; own: JSONSchemaProps[] } | undefined {
  const [first = {}, ...others] = schemas;
  const description = schemas.find((schema) => schema.description !== undefined)?.description;
  const prose = description === undefined ? {} : { description };
  if (others.every((other) => isDeepStrictEqual(bare(other), bare(first))))
    return { shared: { ...first, ...prose }, own: schemas.map(() => ({})) };

  const isScalar = ['string', 'integer', 'number', 'boolean'].includes(first.type ?? '');
  const types = new Set(schemas.map(({ nullable, type }) => `${type} ${nullable}`));
  const defaults = new Set(
    schemas.flatMap((schema) => (schema.default === undefined ? [] : [schema.default])),
  );
  const hasRules = schemas.some((schema) =>
    Object.keys(schema).some((key) => key.startsWith('x-kubernetes-') && !structural.has(key)),
  );
  if (!isScalar || types.size > 1 || defaults.size > 1 || hasRules) return undefined;
  const [value] = defaults;
  const common = new Set(structural);
  if (others.every((other) => other.format === first.format)) common.add('format');
  const values = schemas.every((schema) => schema.enum !== undefined)
    ? [...new Set(schemas.flatMap((schema): Json[] => schema.enum ?? []))]
    : undefined;
  return {
    shared: {
      ...pick(first, (key) => common.has(key)),
      ...prose,
      ...compact({ default: value, enum: values }),
    },
    own: schemas.map((schema) => pick(schema, (key) => !common.has(key))),
  };
}

function bare(schema: JSONSchemaProps): JSONSchemaProps {
  return pick(schema, (key) => key !== 'description');
}

function pick(schema: JSONSchemaProps, isWanted: (key: string) => boolean): JSONSchemaProps {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => isWanted(key)));
}

/** The constraints of one member, which also forbid the properties that only others have. */
function branchOf(
  { properties, schema }: Part,
  names: readonly string[],
  common: readonly string[],
): JSONSchemaProps {
  const required = (schema.required ?? []).filter((name) => !common.includes(name));
  const foreign = names
    .filter((name) => schema.properties?.[name] === undefined)
    .map((name): JSONSchemaProps => ({ required: [name] }));
  const { maxProperties, minProperties } = schema;
  return {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...compact({ minProperties, maxProperties }),
    ...(foreign.length > 0 && { not: foreign.length === 1 ? foreign[0] : { anyOf: foreign } }),
  };
}

/** Whether no value matches two members; if one can, the branches are `anyOf`. */
function areDisjoint(parts: readonly Part[], properties: Record<string, JSONSchemaProps>): boolean {
  return parts.every((a, position) =>
    parts.slice(position + 1).every((b) =>
      Object.keys(properties).some((name) => {
        const [inA, inB] = [a.schema.properties?.[name], b.schema.properties?.[name]];
        if (inA === undefined) return isRequired(b.schema, name);
        if (inB === undefined) return isRequired(a.schema, name);
        const isThere = isRequired(a.schema, name) && isRequired(b.schema, name);
        return isThere && inA.enum?.every((value) => inB.enum?.includes(value) === false) === true;
      }),
    ),
  );
}
