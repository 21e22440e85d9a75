import { goQuote } from '@opgen/rules/go-text';
import { deepEqual, type JsonObject, metadataIn } from '@opgen/rules/json';
import type { Resolve, JSONSchemaProps } from '@opgen/rules/schema';
import type { StatusCause } from '../status-errors.ts';
import { FieldSet, pathText } from './field-set.ts';
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
import { recorded, timestamp } from './record-update.ts';
import { problemsText, Typed } from './typed.ts';
import { compare, merge, removeItems, toFieldSet, withFieldsAbove } from './walks.ts';

const beforeFirstApply = 'before-first-apply';

export interface ApplyRequest {
  /** The stored object; absent where the apply creates it. */
  readonly live?: JsonObject | undefined;
  /** The configuration that the client sent. */
  readonly config: JsonObject;
  readonly manager: string;
  readonly force: boolean;
  /** The schema of the whole object including `metadata` (see `withObjectMeta`). */
  readonly schema: JSONSchemaProps;
  readonly resolve: Resolve;
  readonly apiVersion: string;
  readonly subresource?: string | undefined;
  /** True if the kind has /status: then an apply to the main resource owns nothing in `status`. */
  readonly hasStatus?: boolean;
  readonly now: Date;
}

/** Other managers own fields that the configuration changes; becomes a 409. */
export class ApplyConflict extends Error {
  override readonly name = 'ApplyConflict';
  readonly causes: readonly StatusCause[];

  constructor(message: string, causes: readonly StatusCause[]) {
    super(message);
    this.causes = causes;
  }
}

/** The configuration does not fit the kind: 400 for forbidden fields, 500 for schema errors. */
export class ApplyError extends Error {
  override readonly name = 'ApplyError';
  readonly code: 400 | 500;

  constructor(code: 400 | 500, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Server-side apply. Merges the configuration into the live object; removes fields that the manager applied before,
 * no longer applies and no other manager owns; reports fields that others own with another value as conflicts, unless
 * `force` takes them over. Throws ApplyConflict or ApplyError. The returned object has its managedFields set; an
 * apply that changes nothing returns the live object with its old time. Does not change its inputs.
 */
export function applyConfiguration(request: ApplyRequest): { object: JsonObject } {
  const { live, config, schema, resolve, apiVersion, subresource, hasStatus = false, now } = request;
  const typed = new Typed(resolve);
  requireValidTypes(request, typed);
  const liveObject = live === undefined ? emptyObject(schema, resolve) : withoutManagedFields(live);
  const known = knownManagers(request);
  const self = selfOf(request);
  const previous = known.find((managed) => identity(managed) === identity(self));
  const others = known.filter((managed) => managed !== previous);
  const filter = fieldFilter(subresource, hasStatus);
  const fields = filter(toFieldSet(config, schema, typed));
  const merged = merge(liveObject, config, schema, typed) as JsonObject;
  const owned = others.reduce((set, managed) => set.union(managed.fields), fields);
  const next = pruned(merged, previous?.fields ?? FieldSet.empty, owned, schema, typed);

  const changes = filtered(compare(liveObject, next, schema, typed), filter);
  const disputed = changes.modified.union(changes.added);
  const conflicts = others
    .map((managed) => ({ managed, fields: managed.fields.intersection(disputed) }))
    .filter((conflict) => !conflict.fields.isEmpty());
  if (conflicts.length > 0 && !request.force) throw conflictError(conflicts);

  const left = others.flatMap((managed) => withoutPaths(managed, disputed.union(changes.removed)));
  const kept = withoutUnowned(fields);
  const isUnchanged = live !== undefined && deepEqual(liveObject, next);
  const time = isUnchanged ? previous?.time : timestamp(now);
  const own = kept.isEmpty()
    ? []
    : [{ ...self, apiVersion, ...(time === undefined ? {} : { time }), fields: kept }];
  return {
    object: withManagedFields(isUnchanged ? liveObject : next, encodeManagedFields([...left, ...own])),
  };
}

function selfOf({ manager, apiVersion, subresource }: ApplyRequest): Omit<Managed, 'fields' | 'time'> {
  return {
    manager,
    operation: 'Apply',
    apiVersion,
    ...((subresource ?? '') === '' ? {} : { subresource: subresource ?? '' }),
  };
}

/** The fields of an object without managedFields belong to `before-first-apply`. */
function knownManagers(request: ApplyRequest): Managed[] {
  const { live, ...rest } = request;
  if (live === undefined) return [];
  const known = decodeManagedFields(metadataIn(live)['managedFields']);
  if (known !== undefined && known.length > 0) return known;
  return recorded([], { ...rest, next: live, manager: beforeFirstApply });
}

function requireValidTypes({ config, schema, apiVersion }: ApplyRequest, typed: Typed): void {
  const metadata = metadataIn(config);
  if (config['apiVersion'] !== apiVersion) {
    const versions = `Specified patch version: ${String(config['apiVersion'])}, expected: ${apiVersion}`;
    throw new ApplyError(400, `Incorrect version specified in apply patch. ${versions}`);
  }
  if (Array.isArray(metadata['managedFields']))
    throw new ApplyError(400, 'metadata.managedFields must be nil');
  const problems = typed.problems(config, schema);
  if (problems.length === 0) return;
  const text = problemsText(problems);
  throw new ApplyError(500, `failed to create typed patch object (${nameOf(config)}): ${text}`);
}

function nameOf(config: JsonObject): string {
  const metadata = metadataIn(config);
  const [group, version] = String(config['apiVersion']).includes('/')
    ? String(config['apiVersion']).split('/')
    : ['', String(config['apiVersion'])];
  const { namespace = '', name = '' } = metadata as { namespace?: string; name?: string };
  return `${namespace}/${name}; ${group}/${version}, Kind=${String(config['kind'])}`;
}

/**
 * Removes fields that the manager applied last time and that neither its new configuration nor another manager
 * owns. Fields without an owner that the manager never applied remain.
 */
function pruned(
  merged: JsonObject,
  last: FieldSet,
  owned: FieldSet,
  schema: JSONSchemaProps,
  typed: Typed,
): JsonObject {
  if (last.isEmpty()) return merged;
  const above = (set: FieldSet): FieldSet => withFieldsAbove(set, schema, typed);
  const setOf = (value: unknown): FieldSet => above(toFieldSet(value, schema, typed));
  const everything = setOf(merged);
  const lastSet = above(last);
  const bare = removeItems(merged, lastSet, schema, typed);
  const unowned = everything.difference(setOf(bare)).difference(above(owned));
  const ownedOnly = removeItems(merged, unowned, schema, typed);
  const dropped = everything.difference(setOf(ownedOnly)).intersection(lastSet);
  return removeItems(merged, dropped, schema, typed) as JsonObject;
}

interface Conflict {
  readonly managed: Managed;
  readonly fields: FieldSet;
}

/** The conflict of an apply that changes fields of others. */
export function conflictError(conflicts: readonly Conflict[]): ApplyConflict {
  const sorted = conflicts.toSorted((a, b) => (identity(a.managed) < identity(b.managed) ? -1 : 1));
  const all = sorted.flatMap(({ managed, fields }) =>
    [...fields.paths()].map((path) => ({ manager: managerText(managed), path: pathText(path) })),
  );
  const causes = all.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${manager}`,
    field: path,
  }));
  const [first] = all;
  if (all.length === 1 && first !== undefined) {
    return new ApplyConflict(
      `Apply failed with 1 conflict: conflict with ${first.manager}: ${first.path}`,
      causes,
    );
  }
  const texts = sorted.flatMap(({ managed, fields }) => [
    `conflicts with ${managerText(managed)}:`,
    ...[...fields.paths()].map((path) => `- ${pathText(path)}`),
  ]);
  return new ApplyConflict(`Apply failed with ${all.length} conflicts: ${texts.join('\n')}`, causes);
}

function managerText({ manager, subresource, operation, apiVersion }: Managed): string {
  const through = subresource === undefined ? '' : ` with subresource ${goQuote(subresource)}`;
  const using = operation === 'Update' ? ` using ${apiVersion}` : '';
  return goQuote(manager) + through + using;
}
