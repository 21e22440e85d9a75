import { evaluateRules } from '@opgen/rules/cel';
import { defaultCustomResourceDefinition, validateCustomResourceDefinition } from '@opgen/rules/definitions';
import type { FieldError } from '@opgen/rules/field-errors';
import { deepCopy, type JsonObject } from '@opgen/rules/json';
import { validateMetadataMaps, validateName } from '@opgen/rules/metadata';
import { hasOwnValidation, validateBuiltin } from '@opgen/rules/objects';
import { applyDefaults, prune, validate } from '@opgen/rules/schema';
import { badRequest, invalidStatus, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { applyBuiltinDefaults } from './builtin-defaults.ts';
import { objectMeta } from '../apply/object-schema.ts';
import { goDecodingProblem } from './go-decoding.ts';
import { asGoReads, goTypeOf } from './go-reading.ts';
import { crdTable, apiVersionOf, type Resource, tableOf } from './resource.ts';

/** How a client wants unknown fields to be handled. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** The decoded object, and the paths of unknown fields. */
export interface Known {
  readonly object: JsonObject;
  readonly unknown: readonly string[];
}

/** Removes unknown fields, and empty values that Go types do not distinguish from unset ones. */
export function pruned(resource: Resource, object: JsonObject): Known {
  const { schema, custom, resolve } = resource;
  const { value, unknown } = prune(deepCopy(object), schema, { resolve, embedded: false });
  if (custom !== undefined) {
    const metadata = asGoReads(value['metadata'], objectMeta, 'meta/v1/ObjectMeta', resolve);
    return { object: metadata === undefined ? value : { ...value, metadata }, unknown: unknown.toSorted() };
  }
  return { object: asGoReads(value, schema, goTypeOf(resource), resolve), unknown };
}

/** Why Go cannot decode an object into a built-in type; this includes the metadata of all kinds. */
export function decodingProblem(
  { custom, kind, schema, resolve }: Resource,
  object: JsonObject,
): string | undefined {
  if (custom === undefined) return goDecodingProblem(object, schema, { kind, resolve });
  return goDecodingProblem(object['metadata'] ?? null, objectMeta, { kind: 'ObjectMeta', resolve });
}

/** Rejects a body that cannot be decoded into its kind. */
export function unreadable({ kind, version }: Resource, problem: string): StatusError {
  return new StatusError(
    badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${problem}`),
  );
}

/** Sets defaults. */
export function defaulted(resource: Resource, object: JsonObject): StoredObject {
  const { resolve } = resource;
  const typed = { ...object, apiVersion: apiVersionOf(resource), kind: resource.kind };
  if (resource.custom !== undefined)
    return applyDefaults(typed, resource.schema, resolve) as unknown as StoredObject;
  const copy = withParts(resource, deepCopy(typed));
  applyBuiltinDefaults(resource, copy);
  if (tableOf(resource) !== crdTable) return copy as unknown as StoredObject;
  return defaultCustomResourceDefinition(copy) as StoredObject;
}

/** Most built-in kinds have spec and status even if they are empty; their schemas list which. */
function withParts({ schema, resolve }: Resource, object: JsonObject): JsonObject {
  for (const part of ['spec', 'status']) {
    const node = schema.properties?.[part];
    if (node?.default !== undefined) object[part] ??= applyDefaults({}, node, resolve);
  }
  return object;
}

/**
 * Rejects invalid objects. Returns warnings for errors that it tolerates because the old object had them
 * (ratcheting).
 */
export function requireValid(
  resource: Resource,
  object: StoredObject,
  old?: StoredObject,
  known: readonly FieldError[] = [],
): readonly string[] {
  const errors = [...known, ...fieldErrors(resource, object, old)];
  const rules = resource.custom?.rules;
  const ruled =
    rules === undefined ? { errors: [], warnings: [] } : evaluateRules(rules, object, old, errors);
  errors.push(...ruled.errors);
  if (errors.length === 0) return ruled.warnings;
  throw new StatusError(invalidStatus(resource.kind, resource.group, object.metadata.name ?? '', errors));
}

function fieldErrors(resource: Resource, object: StoredObject, old: StoredObject | undefined): FieldError[] {
  const { metadata } = object;
  const isCrd = tableOf(resource) === crdTable;
  const errors = [
    ...(isCrd ? [] : validateName(resource, metadata)),
    ...validateMetadataMaps(metadata, resource.custom === undefined),
    ...(hasOwnValidation(validationOf(resource)) ? [] : schemaErrors(resource, object, old)),
    ...(resource.custom === undefined ? validateBuiltin(validationOf(resource), object, old) : []),
    ...(isCrd ? validateCustomResourceDefinition(object, old, resource.minor) : []),
  ];
  return errors.filter(
    (error, i) => !errors.some((other, j) => replaces(other, error) || (j < i && repeats(error, other))),
  );
}

/** The two groups of events share their objects, but not their rules. */
function validationOf({ group, plural }: Resource): string {
  return `${group}/${plural}`;
}

/** Errors by the schema. For most built-in kinds, the real server does not read it: Go types and code are its rules. */
function schemaErrors(
  resource: Resource,
  object: StoredObject,
  old: StoredObject | undefined,
): readonly FieldError[] {
  const { resolve } = resource;
  const isCrd = tableOf(resource) === crdTable;
  const errors = validate(object, resource.schema, { resolve, ...(old !== undefined && { old }) });
  if (resource.custom !== undefined) return errors;
  return errors.filter(
    ({ type, field, value }) =>
      // In a CustomResourceDefinition, list keys only serve merging: two rules may have the same text.
      (!isCrd || type !== 'Duplicate') &&
      // An empty string has no format, and Go accepts it.
      (type !== 'TypeInvalid' || value !== '') &&
      // A Go type does not demand the fields of a status.
      (type !== 'Required' || !field.startsWith('status.')),
  );
}

/** For a missing field, the kind's validation repeats the error of the schema. */
function repeats(error: FieldError, { type, field, detail }: FieldError): boolean {
  return type === 'Required' && error.type === type && error.field === field && error.detail === detail;
}

/** For a missing field, the message of the kind's validation replaces that of the schema. */
function replaces(other: FieldError, { type, field, detail }: FieldError): boolean {
  return (
    type === 'Required' &&
    detail === '' &&
    other.type === type &&
    other.field === field &&
    other.detail !== ''
  );
}
