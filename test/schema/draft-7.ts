import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@opgen/rules/json';
import type { JsonSchema } from '../../src/schema/json-schema.ts';

/** Whether a value is valid by JSON Schema, draft 7, which knows nothing of Kubernetes. Ignores formats. */
export function isValid(value: Json, schema: JsonSchema | boolean): boolean {
  if (typeof schema === 'boolean') return schema;
  return Object.entries(schema).every(([keyword, wanted]) => accepts(keyword, wanted, value, schema));
}

function accepts(keyword: string, wanted: unknown, value: Json, schema: JsonSchema): boolean {
  const schemas = wanted as JsonSchema[];
  switch (keyword) {
    case 'type':
      return [wanted].flat().some((type) => typesOf(value).includes(type as string));
    case 'enum':
      return (wanted as Json[]).some((each) => isDeepStrictEqual(each, value));
    case 'allOf':
      return schemas.every((each) => isValid(value, each));
    case 'anyOf':
      return schemas.some((each) => isValid(value, each));
    case 'oneOf':
      return schemas.filter((each) => isValid(value, each)).length === 1;
    case 'not':
      return !isValid(value, wanted as JsonSchema);
  }
  if (typeof value === 'number') return acceptsNumber(keyword, wanted as number, value);
  if (typeof value === 'string') return acceptsText(keyword, wanted as string & number, value);
  if (Array.isArray(value)) return acceptsList(keyword, wanted, value);
  return typeof value !== 'object' || value === null || acceptsObject(keyword, wanted, value, schema);
}

function typesOf(value: Json): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['number', 'integer'] : [typeof value];
}

function acceptsNumber(keyword: string, wanted: number, value: number): boolean {
  switch (keyword) {
    case 'minimum':
      return value >= wanted;
    case 'maximum':
      return value <= wanted;
    case 'exclusiveMinimum':
      return value > wanted;
    case 'exclusiveMaximum':
      return value < wanted;
    case 'multipleOf':
      return Number.isInteger(value / wanted);
  }
  return true;
}

function acceptsText(keyword: string, wanted: string & number, value: string): boolean {
  switch (keyword) {
    case 'minLength':
      return [...value].length >= wanted;
    case 'maxLength':
      return [...value].length <= wanted;
    case 'pattern':
      return new RegExp(wanted, 'u').test(value);
  }
  return true;
}

function acceptsList(keyword: string, wanted: unknown, value: Json[]): boolean {
  switch (keyword) {
    case 'items':
      return value.every((item) => isValid(item, wanted as JsonSchema));
    case 'minItems':
      return value.length >= (wanted as number);
    case 'maxItems':
      return value.length <= (wanted as number);
    case 'uniqueItems':
      return value.every(
        (one, index) => !value.slice(0, index).some((other) => isDeepStrictEqual(one, other)),
      );
  }
  return true;
}

function acceptsObject(
  keyword: string,
  wanted: unknown,
  value: Record<string, Json>,
  { properties = {} }: JsonSchema,
): boolean {
  switch (keyword) {
    case 'required':
      return (wanted as string[]).every((name) => value[name] !== undefined);
    case 'minProperties':
      return Object.keys(value).length >= (wanted as number);
    case 'maxProperties':
      return Object.keys(value).length <= (wanted as number);
    case 'properties':
      return Object.entries(wanted as Record<string, JsonSchema>).every(
        ([name, each]) => value[name] === undefined || isValid(value[name], each),
      );
    case 'additionalProperties':
      return Object.entries(value).every(
        ([name, each]) => Object.hasOwn(properties as object, name) || isValid(each, wanted as JsonSchema),
      );
  }
  return true;
}
