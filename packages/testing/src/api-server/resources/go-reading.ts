import { deepCopy, isObject, type JsonObject } from '@opgen/rules/json';
import { referenceOf, type Resolve, resolved, type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';
import { plainFieldsOf } from './go-fields.ts';

/**
 * A value after decoding into its Go type and encoding again. Go drops null, empty lists, empty maps and zero
 * values, unless the field is a pointer or has no omitempty.
 */
export function asGoReads<T>(value: T, schema: JSONSchemaProps, type: string, resolve: Resolve): T {
  return read(value, schema, { type, resolve }) as T;
}

interface Place {
  /** The innermost Go type, such as `core/v1/Container`. */
  readonly type: string;
  readonly resolve: Resolve;
}

function read(value: unknown, schema: JSONSchemaProps, place: Place): unknown {
  const node = resolved(schema, place.resolve);
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined ? value : value.map((item) => inside(item, items, place));
  }
  if (!isObject(value)) return value;
  if (node.properties !== undefined)
    return readStruct(value, node, { ...place, type: typeOf(schema) ?? place.type });
  const values = valueSchema(node);
  if (values === undefined) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item, values, place)]));
}

/** Items of lists and maps are never dropped: null becomes the zero value of its type. */
function inside(item: unknown, schema: JSONSchemaProps, place: Place): unknown {
  return read(item === null && schema.default !== undefined ? deepCopy(schema.default) : item, schema, place);
}

function readStruct(
  object: JsonObject,
  { properties = {}, required = [] }: JSONSchemaProps,
  place: Place,
): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const property = properties[key];
    if (property === undefined) {
      kept[key] = value;
      continue;
    }
    const isWritten = property.default !== undefined || required.includes(key);
    const item = inside(value, property, place);
    if (item === null || (!isWritten && isNothing(item, property, key, place))) continue;
    kept[key] = item;
  }
  for (const key of required) {
    const zero = object[key] == null ? zeroOf(properties[key], key, place) : undefined;
    if (zero !== undefined) kept[key] = zero;
  }
  return kept;
}

/**
 * What Go writes for a field that a client omits although it is always written. Only flags, and counts in a status:
 * of other fields the validation of the kind demands a value.
 */
function zeroOf(schema: JSONSchemaProps | undefined, key: string, { type }: Place): false | 0 | undefined {
  if (schema === undefined || !plainFieldsOf(type).has(key)) return undefined;
  if (schema.type === 'boolean') return false;
  return schema.type === 'integer' && type.endsWith('Status') ? 0 : undefined;
}

function isNothing(value: unknown, schema: JSONSchemaProps, key: string, { type, resolve }: Place): boolean {
  if (Array.isArray(value)) return value.length === 0 && !keptEmpty.has(`${type}.${key}`);
  if (isObject(value)) {
    const node = resolved(schema, resolve);
    return Object.keys(value).length === 0 && valueSchema(node) !== undefined;
  }
  return (value === '' || value === 0 || value === false) && plainFieldsOf(type).has(key);
}

/** Lists that get a default if they are missing, and are invalid if they are empty. */
const keptEmpty: ReadonlySet<string> = new Set(['autoscaling/v2/HPAScalingRules.policies']);

/** `core/v1/Container` for a reference to `io.k8s.api.core.v1.Container`. */
function typeOf(schema: JSONSchemaProps): string | undefined {
  return referenceOf(schema)?.split('.').slice(-3).join('/');
}

/** The Go type of a built-in kind: its package is the first label of its group, with one exception. */
export function goTypeOf({ group, version, kind }: { group: string; version: string; kind: string }): string {
  const [label = ''] = group.split('.');
  const goPackage = label === 'internal' ? 'apiserverinternal' : label || 'core';
  return `${goPackage}/${version}/${kind}`;
}
