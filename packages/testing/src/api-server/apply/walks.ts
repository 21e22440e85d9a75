import { deepEqual, isObject, type JsonObject } from '@opgen/rules/json';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { FieldSet, type PathElement } from './field-set.ts';
import { hasNoParts, type Typed } from './typed.ts';

/** The paths that differ between two objects. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** The paths that a configuration sets: leaves, list items, map keys and empty maps. */
export function toFieldSet(value: unknown, schema: JSONSchemaProps | undefined, typed: Typed): FieldSet {
  const node = typed.node(schema);
  const members = new Set<PathElement>();
  const children = new Map<PathElement, FieldSet>();
  if (isObject(value) && typed.shape(value, node) === 'map') {
    for (const [key, part] of Object.entries(value)) {
      const partNode = typed.keyNode(node, key);
      const element = `f:${key}`;
      const isEmpty = part === null || (isObject(part) && Object.keys(part).length === 0);
      if (typed.shape(part, partNode) === 'leaf' || isEmpty || !typed.isField(node, key))
        members.add(element);
      children.set(element, toFieldSet(part, partNode, typed));
    }
  } else if (Array.isArray(value) && typed.shape(value, node) === 'list') {
    for (const [i, element] of typed.itemElements(value, node).entries()) {
      members.add(element);
      children.set(element, toFieldSet(value[i], typed.itemNode(node), typed));
    }
  }
  return new FieldSet(members, children);
}

/** Compares two objects path by path; an added or removed part is listed with everything in it. */
export function compare(
  from: unknown,
  to: unknown,
  schema: JSONSchemaProps | undefined,
  typed: Typed,
): Comparison {
  return new Comparing(typed).parts(from, to, typed.node(schema));
}

const nothing: Comparison = { added: FieldSet.empty, modified: FieldSet.empty, removed: FieldSet.empty };

class Comparing {
  readonly #typed: Typed;

  constructor(typed: Typed) {
    this.#typed = typed;
  }

  parts(from: unknown, to: unknown, node: JSONSchemaProps | undefined): Comparison {
    if (isObject(from) || isObject(to)) {
      const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
      const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
      return this.#collect(
        keys.map((key) => [`f:${key}`, before[key], after[key], this.#typed.keyNode(node, key)] as const),
      );
    }
    const before = this.#items(from, node);
    const after = this.#items(to, node);
    const elements = [...new Set([...before.keys(), ...after.keys()])];
    const itemNode = this.#typed.itemNode(node);
    return this.#collect(elements.map((e) => [e, before.get(e), after.get(e), itemNode] as const));
  }

  #items(list: unknown, node: JSONSchemaProps | undefined): Map<PathElement, unknown> {
    if (!Array.isArray(list)) return new Map();
    const elements = this.#typed.itemElements(list, node);
    return new Map(elements.map((element, i) => [element, list[i] as unknown] as const).toReversed());
  }

  #collect(
    parts: readonly (readonly [PathElement, unknown, unknown, JSONSchemaProps | undefined])[],
  ): Comparison {
    const sets = { added: new Building(), modified: new Building(), removed: new Building() };
    for (const [element, from, to, node] of parts) {
      const isLeaf = this.#isLeaf(from, to, node);
      if (from === undefined) sets.added.members.add(element);
      else if (to === undefined) sets.removed.members.add(element);
      else if (isLeaf && !deepEqual(from, to)) sets.modified.members.add(element);
      const below = isLeaf ? nothing : this.parts(from, to, node);
      for (const kind of ['added', 'modified', 'removed'] as const)
        sets[kind].children.set(element, below[kind]);
    }
    return { added: sets.added.set(), modified: sets.modified.set(), removed: sets.removed.set() };
  }

  /** Two empty values are compared as leaves, because null, {} and [] differ. */
  #isLeaf(from: unknown, to: unknown, node: JSONSchemaProps | undefined): boolean {
    if (hasNoParts(from) && hasNoParts(to)) return true;
    const shapes = [from, to]
      .filter((value) => !hasNoParts(value))
      .map((value) => this.#typed.shape(value, node));
    return shapes.includes('leaf') || new Set(shapes).size > 1;
  }
}

class Building {
  readonly members = new Set<PathElement>();
  readonly children = new Map<PathElement, FieldSet>();

  set(): FieldSet {
    return new FieldSet(this.members, this.children);
  }
}

/**
 * Merges a configuration into an object: maps by key, associative lists by item, everything else as a whole. Items
 * are in the order of the configuration; items that only the object has keep their position.
 */
export function merge(
  live: unknown,
  config: unknown,
  schema: JSONSchemaProps | undefined,
  typed: Typed,
): unknown {
  const node = typed.node(schema);
  if (config === undefined) return live;
  if (isObject(live) && isObject(config) && typed.shape(config, node) === 'map') {
    const merged: JsonObject = { ...live };
    for (const [key, part] of Object.entries(config)) {
      merged[key] = merge(live[key], part, typed.keyNode(node, key), typed);
    }
    return merged;
  }
  if (Array.isArray(live) && Array.isArray(config) && typed.shape(config, node) === 'list') {
    return mergeItems(live, config, node, typed);
  }
  return config;
}

function mergeItems(
  live: readonly unknown[],
  config: readonly unknown[],
  node: JSONSchemaProps | undefined,
  typed: Typed,
): unknown[] {
  const liveElements = typed.itemElements(live, node);
  const configElements = typed.itemElements(config, node);
  const wanted = new Set(configElements);
  const merged: unknown[] = [];
  let next = 0;
  for (const [i, element] of configElements.entries()) {
    while (next < live.length && !wanted.has(liveElements[next] ?? '')) merged.push(live[next++]);
    const at = liveElements.indexOf(element);
    merged.push(at === -1 ? config[i] : merge(live[at], config[i], typed.itemNode(node), typed));
    if (liveElements[next] === element) next += 1;
    else
      while (
        next < live.length &&
        configElements.indexOf(liveElements[next] ?? '') <= i &&
        wanted.has(liveElements[next] ?? '')
      )
        next += 1;
  }
  for (; next < live.length; next += 1) if (!wanted.has(liveElements[next] ?? '')) merged.push(live[next]);
  return merged;
}

/** Removes the paths of a set from an object. */
export function removeItems(
  value: unknown,
  set: FieldSet,
  schema: JSONSchemaProps | undefined,
  typed: Typed,
): unknown {
  if (set.isEmpty()) return value;
  const node = typed.node(schema);
  if (isObject(value) && typed.shape(value, node) === 'map') {
    const kept = Object.entries(value).filter(([key]) => !set.has(`f:${key}`));
    return Object.fromEntries(
      kept.map(([key, part]) => [
        key,
        removeItems(part, set.below(`f:${key}`), typed.keyNode(node, key), typed),
      ]),
    );
  }
  if (!Array.isArray(value) || typed.shape(value, node) !== 'list') return value;
  const elements = typed.itemElements(value, node);
  return value.flatMap((item: unknown, i) => {
    const element = elements[i] ?? '';
    return set.has(element) ? [] : [removeItems(item, set.below(element), typed.itemNode(node), typed)];
  });
}

/** Adds the declared parent fields of each path, so that a struct is removed with its last field. */
export function withFieldsAbove(set: FieldSet, schema: JSONSchemaProps | undefined, typed: Typed): FieldSet {
  const node = typed.node(schema);
  const members = new Set(set.members);
  const children = new Map<PathElement, FieldSet>();
  for (const [element, below] of set.children) {
    const key = element.slice(2);
    const isKey = element.startsWith('f:');
    if (isKey && typed.isField(node, key)) members.add(element);
    const childNode = isKey ? typed.keyNode(node, key) : typed.itemNode(node);
    children.set(element, withFieldsAbove(below, childNode, typed));
  }
  return new FieldSet(members, children);
}
