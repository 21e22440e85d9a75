import { fieldPath } from '../field-errors.ts';
import { isObject, type JsonObject } from '../json.ts';
import {
  fieldSchema,
  preservesUnknownFields,
  resolved,
  resolveNothing,
  type Resolve,
} from './read-schema.ts';
import type { JSONSchemaProps } from './json-schema-props.ts';

const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** The pruned value, and the paths of the dropped fields in the order of the document. */
export interface Pruned<T> {
  readonly value: T;
  readonly unknown: string[];
}

/**
 * Drops every field that the schema does not declare. The value is a whole resource, unless `embedded` is false: then
 * apiVersion, kind and metadata must be declared like any other field. A node with x-kubernetes-preserve-unknown-fields
 * keeps unknown keys, but prunes within declared ones; an x-kubernetes-embedded-resource keeps the three meta fields.
 * The input is not changed.
 */
export function prune<T>(
  value: T,
  schema: JSONSchemaProps,
  options: { resolve?: Resolve | undefined; embedded?: boolean | undefined } = {},
): Pruned<T> {
  const unknown: string[] = [];
  const root = options.embedded === false ? schema : { ...schema, 'x-kubernetes-embedded-resource': true };
  const pruned = new Pruning(options.resolve ?? resolveNothing, unknown).prune(value, root, '');
  return { value: pruned as T, unknown };
}

class Pruning {
  readonly #resolve: Resolve;
  readonly #unknown: string[];

  constructor(resolve: Resolve, unknown: string[]) {
    this.#resolve = resolve;
    this.#unknown = unknown;
  }

  prune(value: unknown, schema: JSONSchemaProps | undefined, path: string): unknown {
    const node = schema === undefined ? undefined : resolved(schema, this.#resolve);
    if (Array.isArray(value)) return this.#pruneList(value, node, path);
    if (isObject(value)) return this.#pruneObject(value, node, path);
    return value;
  }

  #pruneList(list: readonly unknown[], node: JSONSchemaProps | undefined, path: string): unknown[] {
    if (node === undefined || !preservesUnknownFields(node)) {
      return list.map((item, i) => this.prune(item, node?.items, `${path}[${i}]`));
    }
    const { items } = node;
    if (items === undefined) return [...list];
    const lenient = { ...resolved(items, this.#resolve), 'x-kubernetes-preserve-unknown-fields': true };
    return list.map((item, i) => this.prune(item, lenient, `${path}[${i}]`));
  }

  #pruneObject(object: JsonObject, node: JSONSchemaProps | undefined, path: string): JsonObject {
    const kept: JsonObject = {};
    for (const [key, value] of Object.entries(object)) {
      const child = fieldPath(path, key);
      const property = node && fieldSchema(node, key);
      if (node?.['x-kubernetes-embedded-resource'] === true && metaFields.has(key)) kept[key] = value;
      else if (property !== undefined) kept[key] = this.prune(value, property, child);
      else if (node !== undefined && typeof node.additionalProperties === 'object') {
        kept[key] = this.prune(value, node.additionalProperties, child);
      } else if (node !== undefined && preservesUnknownFields(node)) kept[key] = value;
      else if (node?.additionalProperties === true) kept[key] = this.prune(value, undefined, child);
      else this.#unknown.push(child);
    }
    return kept;
  }
}
