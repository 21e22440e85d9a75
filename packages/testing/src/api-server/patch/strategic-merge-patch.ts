import { deepEqual, isObject, type JsonObject } from '@opgen/rules/json';
import { type Resolve, resolved, type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';
import { PatchError } from './patch-error.ts';

const deleteFromList = '$deleteFromPrimitiveList/';
const setOrder = '$setElementOrder/';

/**
 * Strategic merge patch of a built-in kind: merges maps, and replaces lists or merges them by key according to
 * x-kubernetes-patch-strategy and -merge-key, with the directives `$patch`, `$retainKeys`,
 * `$deleteFromPrimitiveList/…` and `$setElementOrder/…`. Throws a PatchError for an invalid directive. Does not
 * change its inputs.
 */
export function strategicMergePatch(
  document: JsonObject,
  patch: JsonObject,
  schema: JSONSchemaProps,
  resolve: Resolve,
): JsonObject {
  return new Merging(resolve).map(document, patch, resolved(schema, resolve));
}

class Merging {
  readonly #resolve: Resolve;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  map(original: JsonObject, patch: JsonObject, node: JSONSchemaProps | undefined): JsonObject {
    const { $patch: directive, $retainKeys: retain, ...changes } = patch;
    if (directive === 'replace') return withoutNulls(changes);
    if (directive === 'delete') return {};
    if (directive !== undefined && directive !== 'merge') {
      throw new PatchError(400, `Unknown patch type: ${String(directive)}`);
    }
    const merged = retain === undefined ? { ...original } : retained(original, changes, retain);
    const plain = Object.entries(changes).filter(([key]) => !key.startsWith('$'));
    for (const [key, value] of plain) {
      const next = value === null ? undefined : this.#value(merged[key], value, changes, key, node);
      if (next === undefined) delete merged[key];
      else merged[key] = next;
    }
    for (const key of Object.keys(changes)) this.#directive(merged, changes, key, node);
    return merged;
  }

  #value(
    before: unknown,
    value: unknown,
    patch: JsonObject,
    key: string,
    node: JSONSchemaProps | undefined,
  ): unknown {
    if (!isAlike(before, value)) return taken(value);
    const child = this.#child(node, key);
    const strategies = (child?.['x-kubernetes-patch-strategy'] ?? '').split(',');
    if (isObject(value)) {
      return strategies.includes('replace')
        ? withoutNulls(value)
        : this.map(before as JsonObject, value, child);
    }
    if (!Array.isArray(value) || !strategies.includes('merge')) return value;
    return this.#list(before as unknown[], value, patch[`${setOrder}${key}`], child);
  }

  /** Directives for a list also work when the patch does not contain the list itself. */
  #directive(merged: JsonObject, changes: JsonObject, key: string, node: JSONSchemaProps | undefined): void {
    const value = changes[key];
    if (key.startsWith(deleteFromList)) {
      const name = key.slice(deleteFromList.length);
      if (!Array.isArray(value)) throw new PatchError(400, 'invalid patch format of primitive list');
      const list = merged[name];
      if (Array.isArray(list))
        merged[name] = list.filter((item) => !value.some((deleted) => deepEqual(deleted, item)));
    } else if (key.startsWith(setOrder)) {
      const name = key.slice(setOrder.length);
      if (!Array.isArray(value)) throw new PatchError(400, 'invalid patch format of setElementOrder list');
      const list = merged[name];
      const mergeKey = this.#child(node, name)?.['x-kubernetes-patch-merge-key'];
      if (Array.isArray(list) && changes[name] === undefined)
        merged[name] = ordered(list, list, value, mergeKey);
    }
  }

  #list(
    before: readonly unknown[],
    patch: readonly unknown[],
    order: unknown,
    node: JSONSchemaProps | undefined,
  ): unknown[] {
    const mergeKey = node?.['x-kubernetes-patch-merge-key'];
    const merged =
      mergeKey === undefined
        ? [...before, ...patch.filter((item, i) => !before.includes(item) && patch.indexOf(item) === i)]
        : this.#items(before, patch, mergeKey, node);
    return ordered(merged, before, Array.isArray(order) ? order : patch, mergeKey);
  }

  #items(
    before: readonly unknown[],
    patch: readonly unknown[],
    mergeKey: string,
    node: JSONSchemaProps | undefined,
  ): unknown[] {
    const itemNode = node?.items === undefined ? undefined : resolved(node.items, this.#resolve);
    if (patch.some((item) => isDirective(item, 'replace'))) {
      return patch.filter((item) => !isDirective(item, 'replace'));
    }
    let merged = [...before];
    for (const item of patch) {
      if (!isObject(item)) throw new PatchError(400, 'invalid patch format of a list of objects');
      const key = item[mergeKey];
      if (key === undefined) {
        throw new PatchError(
          400,
          `map: ${JSON.stringify(item)} does not contain declared merge key: ${mergeKey}`,
        );
      }
      const matches = (other: unknown): boolean => isObject(other) && deepEqual(other[mergeKey], key);
      if (isDirective(item, 'merge'))
        throw new PatchError(500, 'merging lists cannot yet be specified in the patch');
      if (isDirective(item, 'delete')) merged = merged.filter((other) => !matches(other));
      else if (!merged.some(matches)) merged.push(item);
      else
        merged = merged.map((other) =>
          matches(other) ? this.map(other as JsonObject, item, itemNode) : other,
        );
    }
    return merged;
  }

  #child(node: JSONSchemaProps | undefined, key: string): JSONSchemaProps | undefined {
    if (node === undefined) return undefined;
    const child = Object.hasOwn(node.properties ?? {}, key) ? node.properties?.[key] : valueSchema(node);
    return child === undefined ? undefined : resolved(child, this.#resolve);
  }
}

/** Maps are merged only with maps, and lists only with lists. */
function isAlike(before: unknown, value: unknown): boolean {
  return Array.isArray(value) ? Array.isArray(before) : !isObject(value) || isObject(before);
}

/** A new value is taken without deletions and without directives. */
function taken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(taken).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  if ('$patch' in value) return undefined;
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, inner === null ? undefined : taken(inner)] as const,
  );
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

function isDirective(item: unknown, directive: string): boolean {
  return isObject(item) && item['$patch'] === directive;
}

function retained(original: JsonObject, changes: JsonObject, retain: unknown): JsonObject {
  if (!Array.isArray(retain)) throw new PatchError(400, 'invalid patch format of retainKeys');
  const stray = Object.keys(changes).some((key) => !key.startsWith('$') && !retain.includes(key));
  if (stray) throw new PatchError(422, 'patch content does not match retainKeys');
  return Object.fromEntries(Object.entries(original).filter(([key]) => retain.includes(key)));
}

/** A null deletes a field; in a new value there is nothing to delete. */
function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/**
 * Sorts the items that the order names; other items stay before the item that they preceded. Without a directive the
 * patch itself is the order, so its new items come first.
 */
function ordered(
  merged: readonly unknown[],
  before: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): unknown[] {
  const keyOf = (item: unknown): string =>
    JSON.stringify(mergeKey !== undefined && isObject(item) ? item[mergeKey] : item);
  const places = new Map(order.map((item, i) => [keyOf(item), i]));
  const old = new Map(before.map((item, i) => [keyOf(item), i]));
  const named = merged
    .filter((item) => places.has(keyOf(item)))
    .toSorted((a, b) => (places.get(keyOf(a)) ?? 0) - (places.get(keyOf(b)) ?? 0));
  const others = merged.filter((item) => !places.has(keyOf(item)));
  const result: unknown[] = [];
  while (named.length > 0 && others.length > 0) {
    const [left, right] = [old.get(keyOf(named[0])), old.get(keyOf(others[0]))];
    const othersFirst = left !== undefined && right !== undefined && right < left;
    result.push(othersFirst ? others.shift() : named.shift());
  }
  return [...result, ...named, ...others];
}
