import { isObject, type JsonObject } from '@opgen/rules/json';

/** The object as Go decodes it: a field that is null is absent, and a null schema is empty. */
export function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      value === null ? [] : [[name, name === 'openAPIV3Schema' ? schemaOf(value) : cleaned(value)]],
    ),
  );
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return isObject(value) ? withoutNulls(value) : value;
}

/** Keywords whose values are data, in which null has a meaning. */
const ofData = new Set(['default', 'example', 'enum']);

function schemaOf(schema: unknown): unknown {
  if (schema === null) return {};
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) =>
      value === null && keyword !== 'default' ? [] : [[keyword, keywordOf(keyword, value)]],
    ),
  );
}

function keywordOf(keyword: string, value: unknown): unknown {
  if (ofData.has(keyword)) return value;
  if (keyword === 'properties' && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaOf(each)]));
  return Array.isArray(value)
    ? value.map((each) => (isObject(each) ? schemaOf(each) : each))
    : schemaOf(value);
}
