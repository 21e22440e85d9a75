import { isObject, type JsonObject, metadataIn } from '@opgen/rules/json';
import type { Resolve, JSONSchemaProps } from '@opgen/rules/schema';
import { FieldSet } from './field-set.ts';
import { decodeManagedFields, encodeManagedFields, identity, type Managed } from './managed-fields.ts';
import {
  emptyObject,
  fieldFilter,
  filtered,
  withoutPaths,
  withManagedFields,
  withoutManagedFields,
  withoutUnowned,
} from './ownership.ts';
import { Typed } from './typed.ts';
import { compare } from './walks.ts';

const maxUpdates = 10;
const ancientChanges = 'ancient-changes';

export interface RecordUpdateRequest {
  /** The stored object; absent on create. */
  readonly old?: JsonObject | undefined;
  /** The object to store. */
  readonly next: JsonObject;
  readonly manager: string;
  readonly operation?: 'Update';
  readonly apiVersion: string;
  readonly subresource?: string | undefined;
  /** True if the kind has /status: then an update of the main resource owns nothing in `status`. */
  readonly hasStatus?: boolean;
  readonly schema: JSONSchemaProps;
  readonly resolve: Resolve;
  readonly now: Date;
}

/**
 * Updates `metadata.managedFields` after an update (create, PUT, any patch except apply): the manager gets the
 * added and modified fields, all managers lose the removed fields, and other managers lose the modified ones. An
 * object whose managedFields were cleared is not tracked until the next apply. Does not change its inputs.
 */
export function recordUpdate(request: RecordUpdateRequest): JsonObject {
  const { old, next } = request;
  const known = tracked(request);
  // Fields that are not in the schema cannot be owned; they are rejected or pruned later.
  if (!isOfSchema(next, request.schema, request.resolve)) return withManagedFields(next, []);
  const isCreate = old === undefined || metadataIn(old)['uid'] === undefined;
  if (known.length === 0 && !isCreate) return withManagedFields(next, []);
  const managed = recorded(known, request);
  return withManagedFields(next, encodeManagedFields(capped(managed)));
}

/** Whether all values have the types of the schema; duplicate items are allowed. */
export function isOfSchema(object: JsonObject, schema: JSONSchemaProps, resolve: Resolve): boolean {
  const typed = new Typed(resolve, { allowsDuplicates: true });
  return typed.problems(withoutManagedFields(object), schema).length === 0;
}

/** The managed fields that the update starts from: those in the request, unless they are empty or not allowed. */
function tracked({ old, next, subresource }: RecordUpdateRequest): Managed[] {
  const live = decodeManagedFields(old === undefined ? undefined : metadataIn(old)['managedFields']) ?? [];
  if ((subresource ?? '') !== '') return live;
  const sent = metadataIn(next)['managedFields'];
  if (Array.isArray(sent) && isReset(sent)) return [];
  const decoded = decodeManagedFields(sent);
  return decoded === undefined || decoded.length === 0 ? live : decoded;
}

function isReset(entries: readonly unknown[]): boolean {
  const [only] = entries;
  return entries.length === 0 || (entries.length === 1 && isObject(only) && Object.keys(only).length === 0);
}

/** The managers after an update, including the updating one if it changed something. */
export function recorded(known: readonly Managed[], request: RecordUpdateRequest): Managed[] {
  const { old, next, apiVersion, subresource, schema, resolve, now, hasStatus = false } = request;
  const typed = new Typed(resolve);
  const before = old === undefined ? emptyObject(schema, resolve) : withoutManagedFields(old);
  const filter = fieldFilter(subresource, hasStatus);
  const all = compare(before, withoutManagedFields(next), schema, typed);
  const others = filtered(all, filter);
  const lost = others.modified.union(others.added).union(others.removed);
  const left = known.flatMap((managed) => withoutPaths(managed, lost));
  const changed = withoutUnowned(filter(all.modified.union(all.added)));
  if (changed.isEmpty()) return left;
  const self = {
    manager: request.manager === '' ? 'unknown' : request.manager,
    operation: 'Update' as const,
    apiVersion,
    ...((subresource ?? '') === '' ? {} : { subresource: subresource ?? '' }),
  };
  const previous = left.find((managed) => identity(managed) === identity(self));
  const fields = changed.union(previous?.fields ?? FieldSet.empty);
  // An entry for the scale subresource has no time.
  const time = subresource === 'scale' ? {} : { time: timestamp(now) };
  return [...left.filter((managed) => managed !== previous), { ...self, ...time, fields }];
}

/** Keeps at most ten entries of updates: the oldest ones are merged, one for each version. */
function capped(managed: readonly Managed[]): Managed[] {
  const updaters = managed.filter(({ operation }) => operation === 'Update');
  let surplus = updaters.length - maxUpdates;
  if (surplus <= 0) return [...managed];
  const left = new Set(managed);
  const buckets = new Map<string, Managed>();
  for (const updater of updaters.toSorted(oldestFirst)) {
    if (surplus === 0) break;
    const bucket = buckets.get(updater.apiVersion);
    if (bucket === undefined) buckets.set(updater.apiVersion, updater);
    else {
      const merged: Managed = {
        manager: ancientChanges,
        operation: 'Update',
        apiVersion: updater.apiVersion,
        ...(updater.time === undefined ? {} : { time: updater.time }),
        fields: bucket.fields.union(updater.fields),
      };
      left.delete(bucket);
      left.delete(updater);
      left.add(merged);
      buckets.set(updater.apiVersion, merged);
      surplus -= 1;
    }
  }
  return [...left];
}

function oldestFirst(a: Managed, b: Managed): number {
  const [left, right] = [`${a.time ?? ''} ${identity(a)}`, `${b.time ?? ''} ${identity(b)}`];
  return left < right ? -1 : Number(left > right);
}

/** Timestamps of the API server have no fractions of a second. */
export function timestamp(now: Date): string {
  return now.toISOString().replace(/\.\d+Z$/, 'Z');
}
