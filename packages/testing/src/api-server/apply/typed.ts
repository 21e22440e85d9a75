import { goSyntax, goText, goTypeName } from '@opgen/rules/go-text';
import { deepEqual, isObject, type JsonObject } from '@opgen/rules/json';
import {
  preservesUnknownFields,
  type Resolve,
  resolved,
  type JSONSchemaProps,
  valueSchema,
} from '@opgen/rules/schema';
import type { PathElement } from './field-set.ts';

/** How a value is owned: as a whole, by key, or by item. */
export type Shape = 'leaf' | 'map' | 'list';

/**
 * A schema node as ownership sees it: whether a value is a leaf or has parts, and which element identifies each
 * part.
 */
export class Typed {
  readonly #resolve: Resolve;
  readonly #allowsDuplicates: boolean;

  /** Only an apply rejects duplicate items. */
  constructor(resolve: Resolve, { allowsDuplicates = false } = {}) {
    this.#resolve = resolve;
    this.#allowsDuplicates = allowsDuplicates;
  }

  node(schema: JSONSchemaProps | undefined): JSONSchemaProps | undefined {
    return schema === undefined ? undefined : resolved(schema, this.#resolve);
  }

  /** The ownership of a value; without a node, maps are owned by key and lists as a whole. */
  shape(value: unknown, node: JSONSchemaProps | undefined): Shape {
    if (isObject(value)) return node?.['x-kubernetes-map-type'] === 'atomic' ? 'leaf' : 'map';
    if (Array.isArray(value)) return isAssociative(node) ? 'list' : 'leaf';
    if (value !== null && value !== undefined) return 'leaf';
    if (node?.type === 'object') return node['x-kubernetes-map-type'] === 'atomic' ? 'leaf' : 'map';
    return isAssociative(node) ? 'list' : 'leaf';
  }

  /** True for a declared field, false for a map key. */
  isField(node: JSONSchemaProps | undefined, key: string): boolean {
    return Object.hasOwn(node?.properties ?? {}, key);
  }

  /** The node of a field or key; undefined where the schema has none. */
  keyNode(node: JSONSchemaProps | undefined, key: string): JSONSchemaProps | undefined {
    if (node === undefined) return undefined;
    return this.node(this.isField(node, key) ? node.properties?.[key] : valueSchema(node));
  }

  itemNode(node: JSONSchemaProps | undefined): JSONSchemaProps | undefined {
    return this.node(node?.items);
  }

  /** The elements that identify the items of an associative list, in order. */
  itemElements(list: readonly unknown[], node: JSONSchemaProps | undefined): PathElement[] {
    return list.map((item) => this.#itemElement(item, node));
  }

  #itemElement(item: unknown, node: JSONSchemaProps | undefined): PathElement {
    if (node?.['x-kubernetes-list-type'] === 'set') return `v:${JSON.stringify(item)}`;
    const itemNode = this.itemNode(node);
    const keys = [...(node?.['x-kubernetes-list-map-keys'] ?? [])].toSorted();
    const values: JsonObject = {};
    for (const key of keys) {
      const value = (isObject(item) ? item[key] : undefined) ?? itemNode?.properties?.[key]?.default;
      if (value !== undefined) values[key] = value;
    }
    return `k:${JSON.stringify(values)}`;
  }

  /**
   * The schema errors of a configuration, in the words of server-side apply: undeclared fields, list items without
   * their key, duplicate items.
   */
  problems(value: unknown, schema: JSONSchemaProps | undefined, path = ''): string[] {
    const node = this.node(schema);
    const problem = typeError(value, node);
    if (problem !== undefined) return [`${path}: ${problem}`];
    if (isObject(value)) {
      return Object.entries(value).flatMap(([key, part]) => {
        if (node !== undefined && !this.#allows(node, key))
          return [`${path}.${key}: field not declared in schema`];
        return this.problems(part, this.keyNode(node, key), `${path}.${key}`);
      });
    }
    if (!Array.isArray(value)) return [];
    return isAssociative(node)
      ? this.#listProblems(value, node, path)
      : this.#itemProblems(value, node, path);
  }

  #allows(node: JSONSchemaProps, key: string): boolean {
    if (this.isField(node, key) || valueSchema(node) !== undefined || preservesUnknownFields(node))
      return true;
    return node.additionalProperties === true || (node.type === undefined && node.properties === undefined);
  }

  #itemProblems(list: readonly unknown[], node: JSONSchemaProps | undefined, path: string): string[] {
    return list.flatMap((item, i) => this.problems(item, this.itemNode(node), `${path}[${i}]`));
  }

  #listProblems(list: readonly unknown[], node: JSONSchemaProps | undefined, path: string): string[] {
    const itemNode = this.itemNode(node);
    const seen = new Set<PathElement>();
    return list.flatMap((item, i) => {
      const element = this.#itemElement(item, node);
      const required = node?.['x-kubernetes-list-map-keys'] ?? [];
      const isMap = node?.['x-kubernetes-list-type'] === 'map';
      const absent = required.find(
        (key) =>
          (!isObject(item) || item[key] === undefined) && itemNode?.properties?.[key]?.default === undefined,
      );
      if (isMap && absent !== undefined) {
        const rule = `associative list with keys has an element that omits key field "${absent}" (and doesn't have default value)`;
        return [`${path}: element ${i}: ${rule}`];
      }
      const repeated =
        seen.has(element) && !this.#allowsDuplicates
          ? [`${path}: duplicate entries for key ${itemName(element)}`]
          : [];
      seen.add(element);
      return [...repeated, ...this.problems(item, itemNode, `${path}${itemName(element)}`)];
    });
  }
}

/** The type error of a value, as Go prints it; undefined if the value has the declared type or is null. */
function typeError(value: unknown, node: JSONSchemaProps | undefined): string | undefined {
  if (value === null || value === undefined || node?.type === undefined) return undefined;
  switch (node.type) {
    case 'string':
      // Any value is accepted for a time here; it is parsed later.
      return typeof value === 'string' || node.format === 'date-time'
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${goText(value)}}`;
    case 'integer':
    case 'number':
      return typeof value === 'number'
        ? undefined
        : `expected numeric (int or float), got ${goTypeName(value)}`;
    case 'array':
      return Array.isArray(value) ? undefined : `expected list, got &{${goText(value)}}`;
    case 'object':
      return isObject(value) || preservesUnknownFields(node)
        ? undefined
        : `expected map, got &{${goText(value)}}`;
    default:
      return undefined;
  }
}

/** The problems of a configuration in one text, sorted. */
export function problemsText(problems: readonly string[]): string {
  if (problems.length === 1) return String(problems[0]);
  return ['errors:', ...problems.toSorted().map((problem) => `  ${problem}`)].join('\n');
}

function isAssociative(node: JSONSchemaProps | undefined): boolean {
  const listType = node?.['x-kubernetes-list-type'];
  return listType === 'map' || listType === 'set';
}

function itemName(element: PathElement): string {
  const text = element.slice(2);
  if (element.startsWith('v:')) return `[=${text}]`;
  const keys = Object.entries(JSON.parse(text) as JsonObject);
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
}

/** True for null, an empty map and an empty list, which have no parts to own. */
export function hasNoParts(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && deepEqual(value, {});
}
