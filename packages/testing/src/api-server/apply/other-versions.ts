import { deepEqual, isObject, type JsonObject } from '@opgen/rules/json';
import type { Resolve, JSONSchemaProps } from '@opgen/rules/schema';
import { FieldSet } from './field-set.ts';
import { decodeManagedFields, encodeManagedFields, type Managed } from './managed-fields.ts';
import {
  type FieldFilter,
  filtered,
  withoutPaths,
  withManagedFields,
  withoutManagedFields,
} from './ownership.ts';
import { Typed } from './typed.ts';
import { compare, removeItems, toFieldSet } from './walks.ts';

/** A version of a kind. The conversion to it may call a webhook. */
export interface Version {
  readonly apiVersion: string;
  readonly schema: JSONSchemaProps;
  /** Converts an object of any version to this one. */
  convert(object: JsonObject): Promise<JsonObject>;
}

/** The versions of a kind whose fields differ between versions. */
export interface Versions {
  /** The version of the request. */
  readonly own: Version;
  /** Undefined for a version that is no longer served. */
  named(apiVersion: string): Version | undefined;
  readonly resolve: Resolve;
  readonly filter: FieldFilter;
}

/** The fields that a manager owns in another version, and what a write does to them. */
export interface Affected {
  readonly managed: Managed;
  /** The fields that the manager owns and the write changes. */
  readonly disputed: FieldSet;
}

/**
 * Examines a write in the versions in which other managers wrote the object, because their fields have the names of
 * those versions. Returns the object without the ownership of changed or removed fields, and which managers lost
 * fields by a change.
 */
export async function updatedOtherVersions(
  { own, named, resolve, filter }: Versions,
  old: JsonObject,
  next: JsonObject,
): Promise<{ object: JsonObject; affected: Affected[] }> {
  const affected: Affected[] = [];
  const left: Managed[] = [];
  const known = managersOf(next);
  for (const managed of known) {
    const version = managed.apiVersion === own.apiVersion ? undefined : named(managed.apiVersion);
    if (version === undefined) {
      left.push(managed);
      continue;
    }
    const [before, after] = await Promise.all(
      [old, next].map(async (each) => bare(await version.convert(each))),
    );
    const all = compare(before ?? {}, after ?? {}, version.schema, new Typed(resolve));
    const { added, modified, removed } = filtered(all, filter);
    const disputed = managed.fields.intersection(modified.union(added));
    if (!disputed.isEmpty()) affected.push({ managed, disputed });
    left.push(...withoutPaths(managed, modified.union(added).union(removed)));
  }
  const isSame = affected.length === 0 && deepEqual(encodeManagedFields(left), encodeManagedFields(known));
  return { object: isSame ? next : withManagedFields(next, encodeManagedFields(left)), affected };
}

/**
 * The object with the fields that an applier applied in another version, under their names in the version of the
 * request: the fields that are missing after a conversion without them.
 */
export async function translatedFor(
  isApplier: (managed: Managed) => boolean,
  { own, named, resolve }: Versions,
  live: JsonObject,
): Promise<JsonObject> {
  const managers = managersOf(live);
  const mine = managers.find((managed) => managed.apiVersion !== own.apiVersion && isApplier(managed));
  const version = mine && named(mine.apiVersion);
  if (mine === undefined || version === undefined) return live;
  const typed = new Typed(resolve);
  const there = await version.convert(live);
  const without = removeItems(there, mine.fields, version.schema, typed) as JsonObject;
  const identified = { ...without, metadata: there['metadata'] };
  const rest = toFieldSet(bare(await own.convert(identified)), own.schema, typed);
  const fields = toFieldSet(bare(await own.convert(there)), own.schema, typed).difference(rest);
  const shared = mine.fields.intersection(toFieldSet(bare(live), own.schema, typed));
  const translated = { ...mine, apiVersion: own.apiVersion, fields: fields.union(shared) };
  const all = managers.map((managed) => (managed === mine ? translated : managed));
  return withManagedFields(live, encodeManagedFields(all));
}

function managersOf(object: JsonObject): Managed[] {
  const { metadata } = object;
  return decodeManagedFields(isObject(metadata) ? metadata['managedFields'] : undefined) ?? [];
}

function bare(object: JsonObject): JsonObject {
  return withoutManagedFields(object);
}
