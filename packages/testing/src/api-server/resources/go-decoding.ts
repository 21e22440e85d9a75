import { fieldPath } from '@opgen/rules/field-errors';
import { isObject } from '@opgen/rules/json';
import {
  fieldSchema,
  preservesUnknownFields,
  referenceOf,
  type Resolve,
  resolved,
  type JSONSchemaProps,
} from '@opgen/rules/schema';

/**
 * Why a value cannot be decoded into the Go type of a built-in kind, in the words of Go's decoder; the first error
 * in document order. Custom resources have no Go types: validation checks theirs.
 */
export function goDecodingProblem(
  value: unknown,
  schema: JSONSchemaProps,
  { kind, resolve }: { kind: string; resolve: Resolve },
): string | undefined {
  return problemAt(value, schema, { struct: kind, path: '', resolve });
}

interface Place {
  /** The innermost Go struct. */
  readonly struct: string;
  /** Field names from the root, without indices and keys. */
  readonly path: string;
  readonly resolve: Resolve;
}

function problemAt(value: unknown, schema: JSONSchemaProps, place: Place): string | undefined {
  const node = resolved(schema, place.resolve);
  if (value === null || readsItself(node)) return undefined;
  const wanted = node.type;
  const actual = jsonType(value);
  const fits = actual === wanted || (actual === 'number' && wanted === 'integer' && Number.isInteger(value));
  if (!fits) {
    const shown =
      actual === 'boolean'
        ? 'bool'
        : actual === 'number' && wanted === 'integer'
          ? `number ${String(value)}`
          : actual;
    return `json: cannot unmarshal ${shown} into Go struct field ${place.struct}.${place.path} of type ${goType(schema, place.resolve)}`;
  }
  if (Array.isArray(value))
    return first(value, (item) =>
      problemAt(item, node.items ?? {}, { ...place, struct: structOf(node.items) ?? place.struct }),
    );
  if (typeof value === 'string' && node.format === 'byte') return base64Problem(value);
  if (!isObject(value)) return undefined;
  const struct = structOf(schema) ?? place.struct;
  return first(Object.entries(value), ([key, child]) => {
    const property = fieldSchema(node, key);
    if (property !== undefined)
      return problemAt(child, property, { ...place, struct, path: fieldPath(place.path, key) });
    const { additionalProperties } = node;
    return typeof additionalProperties === 'object'
      ? problemAt(child, additionalProperties, place)
      : undefined;
  });
}

/** Times, quantities, raw extensions and similar types have decoders of their own. */
function readsItself(node: JSONSchemaProps): boolean {
  if (node.type === undefined || node.oneOf !== undefined || preservesUnknownFields(node)) return true;
  return node.type === 'string' && node.format !== undefined && node.format !== 'byte';
}

/** Go reports the first invalid character, or the start of an incomplete group of four. It skips line breaks. */
function base64Problem(text: string): string | undefined {
  const signs = text.replaceAll(/[\r\n]/g, '');
  const [valid = ''] = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/.exec(signs) ?? [];
  if (valid === signs) return undefined;
  const wrong = /[^A-Za-z0-9+/]/.exec(signs.slice(valid.length))?.index ?? 0;
  return `illegal base64 data at input byte ${valid.length + wrong}`;
}

function first<T>(items: readonly T[], problem: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** `Container` for a reference to `io.k8s.api.core.v1.Container`. */
function structOf(schema: JSONSchemaProps | undefined): string | undefined {
  return referenceOf(schema)?.split('.').at(-1);
}

function goType(schema: JSONSchemaProps, resolve: Resolve): string {
  const node = resolved(schema, resolve);
  const values = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
  switch (node.type) {
    case 'boolean':
      return 'bool';
    case 'integer':
      return node.format ?? 'int64';
    case 'number':
      return 'float64';
    case 'array':
      return `[]${goType(node.items ?? {}, resolve)}`;
    case 'object':
      if (values !== undefined) return `map[string]${goType(values, resolve)}`;
      return referenceOf(schema)?.split('.').slice(-2).join('.') ?? 'map[string]interface {}';
    default:
      return node.type ?? 'interface {}';
  }
}
