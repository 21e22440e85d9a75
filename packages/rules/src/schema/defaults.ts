import { deepCopy, isObject, type JsonObject } from '../json.ts';
import { fieldSchema, resolved, resolveNothing, valueSchema, type Resolve } from './read-schema.ts';
import type { JSONSchemaProps } from './json-schema-props.ts';

/**
 * Applies the defaults of the schema, also within values that are defaults themselves. A null that the schema does not
 * allow counts as absent: the default replaces it, or it is dropped. The input is not changed.
 */
export function applyDefaults<T>(value: T, schema: JSONSchemaProps, resolve: Resolve = resolveNothing): T {
  return withDefaults(value, schema, resolve) as T;
}

function withDefaults(value: unknown, schema: JSONSchemaProps, resolve: Resolve): unknown {
  const node = resolved(schema, resolve);
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined
      ? value
      : value.map((item) => withDefaults(orDefault(item, items), items, resolve));
  }
  if (!isObject(value)) return value;
  return objectWithDefaults(value, node, resolve);
}

function objectWithDefaults(object: JsonObject, node: JSONSchemaProps, resolve: Resolve): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const schema = fieldSchema(node, key) ?? valueSchema(node);
    if (schema === undefined) result[key] = value;
    else if (value !== null || schema.nullable === true) result[key] = withDefaults(value, schema, resolve);
    else if (schema.default !== undefined)
      result[key] = withDefaults(deepCopy(schema.default), schema, resolve);
  }
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    if (Object.hasOwn(object, key) || property.default === undefined) continue;
    result[key] = withDefaults(deepCopy(property.default), property, resolve);
  }
  return result;
}

function orDefault(item: unknown, schema: JSONSchemaProps): unknown {
  if (item !== null || schema.nullable === true || schema.default === undefined) return item;
  return deepCopy(schema.default);
}
