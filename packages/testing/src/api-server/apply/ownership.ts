import { isObject, type JsonObject, metadataIn } from '@opgen/rules/json';
import type { Resolve, JSONSchemaProps } from '@opgen/rules/schema';
import { FieldSet } from './field-set.ts';
import type { Managed } from './managed-fields.ts';
import type { Comparison } from './walks.ts';

/** Fields without an owner: the server sets them, or they identify the object. */
const unowned = FieldSet.of(
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((field) => ['f:metadata', `f:${field}`]),
);

/** Removes the fields without an owner from a set. */
export function withoutUnowned(set: FieldSet): FieldSet {
  return set.difference(unowned);
}

/** Removes the fields that a request cannot change from a set, such as `status` for the main resource. */
export type FieldFilter = (set: FieldSet) => FieldSet;

/**
 * The fields that a request through a subresource may own: only `status` through /status, and everything except
 * `status` through the main resource of a kind that has /status.
 */
export function fieldFilter(subresource: string | undefined, hasStatus: boolean): FieldFilter {
  const status = FieldSet.of(['f:status']);
  if (subresource === 'status') return (set) => set.intersection(onlyBelow(set, 'f:status'));
  return hasStatus && (subresource ?? '') === '' ? (set) => set.without(status) : (set) => set;
}

function onlyBelow(set: FieldSet, element: string): FieldSet {
  const members = new Set([...set.members].filter((member) => member === element));
  return new FieldSet(members, new Map([[element, set.below(element)]]));
}

export function filtered(comparison: Comparison, filter: FieldFilter): Comparison {
  return {
    added: filter(comparison.added),
    modified: filter(comparison.modified),
    removed: filter(comparison.removed),
  };
}

/** Removes paths from a manager; a manager without fields is dropped. */
export function withoutPaths(managed: Managed, paths: FieldSet): Managed[] {
  const fields = managed.fields.difference(paths);
  return fields.isEmpty() ? [] : [{ ...managed, fields }];
}

/** An object without its managedFields. */
export function withoutManagedFields(object: JsonObject): JsonObject {
  if (!isObject(object['metadata'])) return object;
  const { managedFields: _, ...metadata } = object['metadata'];
  return { ...object, metadata };
}

/** The object with managedFields, or without the field if no field has an owner. */
export function withManagedFields(object: JsonObject, entries: readonly unknown[]): JsonObject {
  const bare = withoutManagedFields(object);
  if (entries.length === 0) return bare;
  return {
    ...bare,
    metadata: { ...metadataIn(bare), managedFields: [...entries] },
  };
}

/**
 * The object before creation: for a built-in kind, the fields that Go always writes, which are structs (their
 * default is {}) and null for other required fields; for a custom resource, an empty object.
 */
export function emptyObject(schema: JSONSchemaProps, resolve: Resolve): JsonObject {
  const object: JsonObject = {};
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const ref = property.allOf?.[0]?.$ref;
    if (ref !== undefined && isObject(property.default)) {
      const target = resolve(ref) ?? {};
      object[key] = { ...requiredNulls(target), ...emptyObject(target, resolve) };
    }
  }
  return object;
}

function requiredNulls(schema: JSONSchemaProps): JsonObject {
  return Object.fromEntries((schema.required ?? []).map((key) => [key, null]));
}
