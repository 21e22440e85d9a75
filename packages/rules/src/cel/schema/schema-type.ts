import {
  type Type,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  stringType,
  timestampType,
} from '../types/type.ts';
import { escapeProperty } from './escaping.ts';
import type { JSONSchemaProps } from '../../schema/json-schema-props.ts';
import { valueSchema } from '../../schema/read-schema.ts';
import { withTypeAndName } from './with-type-and-name.ts';

/** The CEL type of a schema, and the size of its values. */
export interface SchemaType {
  readonly type: Type;
  /** The largest number of elements, entries or bytes of a value; 0 if it has none. */
  readonly maxElements: number;
  /** The smallest number of bytes that a value takes in JSON. */
  readonly minSize: number;
  readonly key?: SchemaType;
  readonly element?: SchemaType;
  /** By escaped name, as expressions spell it. */
  readonly fields?: ReadonlyMap<string, SchemaType>;
}

/** The largest request that the API server accepts; it bounds values that have no limit of their own. */
export const largestRequest = 3 * 1024 * 1024;

const shortestText = 2;
const longestTime = 32;

/**
 * The type of a schema's values; undefined for values that expressions cannot see: those of unknown type, and lists and
 * maps of them. The root of a resource always has kind, apiVersion and metadata.name.
 */
export function schemaType(
  schema: JSONSchemaProps,
  isResource: boolean,
  name = 'selfType',
): SchemaType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) {
    const maxElements = schema.maxLength === undefined ? largestRequest - 2 : bytesOf(schema.maxLength);
    return { type: dynType, maxElements, minSize: 1 };
  }
  const seen = isResource ? withTypeAndName(schema) : schema;
  switch (seen.type) {
    case 'array':
      return arrayType(seen, name);
    case 'object':
      return valueSchema(seen) === undefined ? objectType(seen, name) : mapOf(seen, valueSchema(seen)!, name);
    case 'string':
      return textType(seen);
    case 'boolean':
      return { type: boolType, maxElements: 0, minSize: 4 };
    case 'number':
      return { type: doubleType, maxElements: 0, minSize: 1 };
    case 'integer':
      return { type: intType, maxElements: 0, minSize: 1 };
    default:
      return undefined;
  }
}

function arrayType({ items, maxItems }: JSONSchemaProps, name: string): SchemaType | undefined {
  const element = items && schemaType(items, isResource(items), `${name}.@idx`);
  if (element === undefined) return undefined;
  const maxElements =
    maxItems === undefined ? Math.floor((largestRequest - 2) / (element.minSize + 1)) : Math.max(maxItems, 0);
  return { type: listType(element.type), maxElements, minSize: 2, element };
}

function mapOf(
  { maxProperties }: JSONSchemaProps,
  values: JSONSchemaProps,
  name: string,
): SchemaType | undefined {
  const element = schemaType(values, isResource(values), `${name}.@elem`);
  if (element === undefined) return undefined;
  const maxElements =
    maxProperties === undefined
      ? Math.floor((largestRequest - 2) / (element.minSize + 6))
      : Math.max(maxProperties, 0);
  const key: SchemaType = { type: stringType, maxElements: 0, minSize: shortestText };
  return { type: mapType(stringType, element.type), maxElements, minSize: 2, key, element };
}

function objectType({ properties = {}, required = [] }: JSONSchemaProps, name: string): SchemaType {
  const fields = new Map<string, SchemaType>();
  let minSize = 2;
  for (const [property, schema] of Object.entries(properties)) {
    const escaped = escapeProperty(property);
    const field = schemaType(schema, isResource(schema), `${name}.${escaped ?? property}`);
    if (field === undefined) continue;
    if (escaped !== undefined) fields.set(escaped, field);
    if (required.includes(property) && schema.default === undefined) {
      minSize += Buffer.byteLength(property) + field.minSize + 4;
    }
  }
  const types = new Map([...fields].map(([field, { type }]) => [field, type]));
  return { type: { kind: 'object', name, fields: types }, maxElements: 0, minSize, fields };
}

function textType({ format, maxLength, enum: values = [] }: JSONSchemaProps): SchemaType {
  switch (format) {
    case 'byte':
      return {
        type: bytesType,
        maxElements: Math.max(maxLength ?? largestRequest - 2, 0),
        minSize: shortestText,
      };
    case 'duration':
      return { type: durationType, maxElements: longestTime, minSize: 3 };
    case 'date':
      return { type: timestampType, maxElements: 12, minSize: 12 };
    case 'date-time':
      return { type: timestampType, maxElements: longestTime, minSize: 21 };
  }
  const texts = values.filter((value) => typeof value === 'string').map((value) => Buffer.byteLength(value));
  const longest = values.length > 0 ? Math.max(0, ...texts) : largestRequest - 2;
  const maxElements = maxLength === undefined ? longest : bytesOf(maxLength);
  return { type: stringType, maxElements, minSize: shortestText };
}

/** A character can have four bytes in UTF-8. */
function bytesOf(characters: number): number {
  return Math.max(characters, 0) * 4;
}

function isResource(schema: JSONSchemaProps): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}
