import { type FieldError, fieldPath } from '../field-errors.ts';
import { isObject } from '../json.ts';
import { fieldSchema, resolved, valueSchema, type Resolve } from './read-schema.ts';
import type { JSONSchemaProps } from './json-schema-props.ts';

/** A nested value, its schema and its path. */
type Part = readonly [value: unknown, schema: JSONSchemaProps, path: string];

/** The errors of a value, then those of every nested value that the schema describes. */
export function errorsThroughout(
  value: unknown,
  schema: JSONSchemaProps,
  path: string,
  resolve: Resolve,
  errorsOf: (value: unknown, node: JSONSchemaProps, path: string) => FieldError[],
): FieldError[] {
  const node = resolved(schema, resolve);
  const inner = partsOf(value, node, path).flatMap((part) => errorsThroughout(...part, resolve, errorsOf));
  return [...errorsOf(value, node, path), ...inner];
}

function partsOf(value: unknown, node: JSONSchemaProps, path: string): Part[] {
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined ? [] : value.map((item, i): Part => [item, items, `${path}[${i}]`]);
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]): Part[] => {
    const declared = fieldSchema(node, key);
    if (declared !== undefined) return [[child, declared, fieldPath(path, key)]];
    const values = valueSchema(node);
    return values === undefined ? [] : [[child, values, `${path}[${key}]`]];
  });
}
