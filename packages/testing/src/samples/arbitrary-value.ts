import { isObject, type JsonObject } from '@opgen/rules/json';
import { type JSONSchemaProps, validate, valueSchema } from '@opgen/rules/schema';
import { arbitraryText } from './arbitrary-text.ts';
import type { Random } from './random.ts';

/** How many times a part that its schema rejects is generated again. */
const attempts = 20;

/** A value for the schema. It is usually valid; if not, the caller generates another one. */
export function arbitraryValue(schema: JSONSchemaProps, random: Random, depth = 0): unknown {
  let value: unknown;
  for (let attempt = 0; attempt < attempts; attempt++) {
    value = candidateFor(withBranches(schema, random), random, depth);
    if (validate(value, schema).length === 0) return value;
  }
  return value;
}

function candidateFor(node: JSONSchemaProps, random: Random, depth: number): unknown {
  if (node.nullable === true && random.chance(0.1)) return null;
  if (node.enum !== undefined && node.enum.length > 0) return random.pick(node.enum);
  if (node['x-kubernetes-int-or-string'] === true)
    return random.chance(0.5) ? random.between(0, 100) : `${random.between(0, 100)}%`;
  switch (node.type) {
    case 'array':
      return list(node, random, depth);
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return number(node, random);
    case 'number':
      return random.chance(0.5) ? number(node, random) : number(node, random) + 0.5;
    case 'string':
      return arbitraryText(node, random);
    case 'object':
      return object(node, random, depth);
    default:
      return random.pick<unknown>(['anything', 7, true, { key: 'value' }, ['item']]);
  }
}

function number(node: JSONSchemaProps, random: Random): number {
  const { minimum, maximum, multipleOf = 1 } = node;
  const low = minimum ?? (maximum === undefined ? -5 : maximum - 100);
  const high = maximum ?? low + 100;
  // Bugs are often at the bounds of a range.
  const value = random.pick([low, high, random.between(low, high), random.between(low, high)]);
  return multipleOf === 1 ? value : Math.ceil(value / multipleOf) * multipleOf;
}

function list(node: JSONSchemaProps, random: Random, depth: number): unknown[] {
  const { items = {}, minItems = 0, maxItems = Infinity } = node;
  const length = Math.min(Math.max(minItems, random.between(0, depth > 4 ? 0 : 3)), maxItems);
  return Array.from({ length }, () => arbitraryValue(items, random, depth + 1));
}

function object(node: JSONSchemaProps, random: Random, depth: number): JsonObject {
  const result: JsonObject = {};
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    const isRequired = node.required?.includes(key) === true;
    if (!isRequired && random.chance(depth > 4 ? 0.9 : 0.4)) continue;
    const value = arbitraryValue(property, random, depth + 1);
    if (isRequired || validate(value, property).length === 0) result[key] = value;
  }
  const values = valueSchema(node);
  const { minProperties = 0, maxProperties = Infinity } = node;
  if (values !== undefined) {
    const count = Math.min(Math.max(minProperties, random.between(0, depth > 4 ? 0 : 3)), maxProperties);
    for (let index = 0; index < count; index++)
      result[`${random.pick(['key', 'app.kubernetes.io/name', 'Übergröße'])}${index}`] = arbitraryValue(
        values,
        random,
        depth + 1,
      );
  }
  return result;
}

/** The schema merged with one branch of each `oneOf` and `anyOf` and with all branches of `allOf`. */
function withBranches(node: JSONSchemaProps, random: Random): JSONSchemaProps {
  const branches = [
    ...(node.allOf ?? []),
    ...(node.oneOf === undefined || node.oneOf.length === 0 ? [] : [random.pick(node.oneOf)]),
    ...(node.anyOf === undefined || node.anyOf.length === 0 ? [] : [random.pick(node.anyOf)]),
  ];
  return branches.reduce<JSONSchemaProps>((sum, branch) => merged(sum, withBranches(branch, random)), node);
}

function merged(node: JSONSchemaProps, branch: JSONSchemaProps): JSONSchemaProps {
  const { allOf: _, anyOf: __, oneOf: ___, not: ____, ...limits } = branch;
  const properties = { ...node.properties };
  for (const [key, property] of Object.entries(limits.properties ?? {})) {
    const declared = properties[key];
    properties[key] = isObject(declared) ? merged(declared, property) : property;
  }
  return {
    ...node,
    ...limits,
    ...(Object.keys(properties).length > 0 && { properties }),
    required: [...(node.required ?? []), ...(limits.required ?? [])],
  };
}
