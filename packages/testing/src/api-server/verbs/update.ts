import { requireAccess } from '../authorization/authorizer.ts';
import type { Core } from '../core.ts';
import {
  checkFields,
  defaulted,
  type FieldValidation,
  pruned,
  requireDecodable,
  requireValid,
} from '../resources/admission.ts';
import { definitionWarnings } from '../resources/definition-warnings.ts';
import { allocated } from '../resources/allocation.ts';
import { nextGeneration } from '../resources/generation.ts';
import { validateMetadataUpdate, finalizerWarnings } from '../resources/metadata-update.ts';
import { hasSubresource, type Resource, tableOf } from '../resources/resource.ts';
import { carriedOver } from '../resources/carried-over.ts';
import { invalid } from '../schema/field-error.ts';
import { deepEqual, isObject, type JsonObject } from '../schema/json.ts';
import { badRequest, conflict, invalidStatus, StatusError } from '../schema/status-errors.ts';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { fieldValidation, withWarnings } from '../serving/field-validation.ts';
import { inVersion, objectResponse } from '../serving/present.ts';
import type { ServerResponse } from '../serving/request.ts';
import type { StoredMetadata, StoredObject } from '../storage/stored-object.ts';
import { createFrom } from './create.ts';
import { existing } from './read.ts';
import { requireType } from './types.ts';
import { commit, groupResource, recorded, remove, withMetadata } from './write.ts';

/** What only the server writes into the metadata of an object. */
const serversOwn = [
  'uid',
  'creationTimestamp',
  'name',
  'namespace',
  'generation',
  'resourceVersion',
  'generateName',
];
const ofDeletion = ['deletionTimestamp', 'deletionGracePeriodSeconds'];

export function update(core: Core, call: Call): ServerResponse {
  const { request, resource } = call;
  const body = readObject(request);
  if (isCreation(core, call)) {
    const creation: Call = { ...call, verb: 'create' };
    requireAccess(core, creation);
    return createFrom(core, creation, body);
  }
  requireType(resource, body);
  const old = existing(core, call);
  const { object, warnings } = replaced(core, call, old, body, {
    by: 'update',
    validation: fieldValidation(request),
    text: request.body,
  });
  return withWarnings(objectResponse(core, call, object), warnings);
}

/** Kinds that are created by an update of what is not there. */
const createdByUpdate: ReadonlySet<string> = new Set([
  '/endpoints',
  '/events',
  '/limitranges',
  '/podtemplates',
  '/services',
  'coordination.k8s.io/leases',
  'events.k8s.io/events',
  'rbac.authorization.k8s.io/clusterrolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/roles',
]);

function isCreation({ store }: Core, { resource, subresource, path }: Call): boolean {
  const table = tableOf(resource);
  const isAllowed = subresource === undefined && createdByUpdate.has(table);
  return isAllowed && store.find(table, path.namespace, path.name ?? '') === undefined;
}

/** How an object comes to be replaced. */
export interface Manner {
  /** An apply has written the managed fields already. */
  readonly by: 'update' | 'patch' | 'apply';
  readonly validation: FieldValidation;
  /** The body, where it is the object itself. */
  readonly text: string;
}

export interface Replacement {
  readonly object: StoredObject;
  readonly warnings: readonly string[];
}

/**
 * Puts a body in the place of a stored object, as far as the path goes: the object without its status, or its status
 * alone. What would change nothing is not written.
 */
export function replaced(
  core: Core,
  call: Call,
  old: StoredObject,
  body: JsonObject,
  { by, validation, text }: Manner,
): Replacement {
  const { resource, subresource, dryRun } = call;
  requireDecodable(resource, body);
  const known = pruned(resource, body);
  const warnings = checkFields(resource, known.unknown, {
    validation,
    text,
    ...(by !== 'update' && { patched: body }),
  });
  const sent = (
    isObject(known.object['metadata']) ? known.object['metadata'] : {}
  ) as Partial<StoredMetadata>;
  requireSame(call, old, sent, by);
  requireValidMetadata(resource, old, sent);
  if (resource.custom !== undefined)
    warnings.push(...finalizerWarnings(sent.finalizers, old.metadata.finalizers));
  const content = contentOf(call, old, known.object);
  const metadata = metadataOf(
    old,
    subresource === undefined ? sent : { ...old.metadata, managedFields: sent['managedFields'] },
  );

  const kept = carriedOver(resource, { ...content, metadata }, old);
  const complete = allocated(core, resource, defaulted(resource, kept));
  const generation = nextGeneration(resource, old, complete);
  const counted = generation === undefined ? complete : withMetadata(complete, { generation });
  const next = by === 'apply' ? counted : recorded(core, call, counted, inVersion(resource, old));
  if (deepEqual(withoutTimes(next), withoutTimes(inVersion(resource, old)))) return { object: old, warnings };
  requireValid(resource, next, inVersion(resource, old));
  warnings.push(...definitionWarnings(resource, next));
  if (dryRun) return { object: next, warnings };
  const isGone =
    next.metadata.deletionTimestamp !== undefined && (next.metadata.finalizers ?? []).length === 0;
  return { object: isGone ? remove(core, resource, next) : commit(core, resource, next), warnings };
}

function requireValidMetadata(
  { kind, group }: Resource,
  { metadata }: StoredObject,
  sent: Partial<StoredMetadata>,
): void {
  const errors = validateMetadataUpdate(sent, metadata);
  if (errors.length > 0) throw new StatusError(invalidStatus(kind, group, metadata.name, errors));
}

function requireSame(
  { resource }: Call,
  { metadata }: StoredObject,
  sent: Partial<StoredMetadata>,
  by: Manner['by'],
): void {
  const { name, uid, resourceVersion } = metadata;
  if (sent.name !== undefined && sent.name !== name) {
    const message = `the name of the object (${sent.name}) does not match the name on the URL (${name})`;
    throw new StatusError(badRequest(message));
  }
  if (sent.uid !== undefined && sent.uid !== '' && sent.uid !== uid) {
    const cause = `Precondition failed: UID in precondition: ${sent.uid}, UID in object meta: ${uid}`;
    throw new StatusError(conflict(groupResource(resource), name, cause));
  }
  if (!sent.resourceVersion && by === 'update' && resource.custom !== undefined) {
    const errors = [invalid('metadata.resourceVersion', 0, 'must be specified for an update')];
    throw new StatusError(invalidStatus(resource.plural, resource.group, name, errors));
  }
  if (sent.resourceVersion && sent.resourceVersion !== resourceVersion) {
    throw new StatusError(conflict(groupResource(resource), name));
  }
}

function metadataOf({ metadata }: StoredObject, sent: Partial<StoredMetadata>): JsonObject {
  const result: JsonObject = { ...sent };
  result['managedFields'] = sent['managedFields'] ?? metadata['managedFields'];
  for (const key of serversOwn) {
    if (metadata[key] === undefined) delete result[key];
    else result[key] = metadata[key];
  }
  for (const key of ofDeletion) {
    if (metadata[key] === undefined) delete result[key];
    else result[key] = metadata[key];
  }
  if (result['managedFields'] === undefined) delete result['managedFields'];
  return result;
}

function contentOf({ resource, subresource }: Call, old: StoredObject, body: JsonObject): JsonObject {
  if (subresource === 'status') {
    const { status: _, ...rest } = old;
    return body['status'] === undefined ? rest : { ...rest, status: body['status'] };
  }
  if (!hasSubresource(resource, 'status')) return body;
  const { status: _, ...rest } = body;
  return old['status'] === undefined ? rest : { ...rest, status: old['status'] };
}

/** A write that changes nothing but when a manager last wrote changes nothing. */
function withoutTimes(object: StoredObject): JsonObject {
  const managed = object.metadata['managedFields'];
  if (!Array.isArray(managed)) return object;
  const managedFields = managed.map((entry: JsonObject) => ({ ...entry, time: undefined }));
  return { ...object, metadata: { ...object.metadata, managedFields } };
}
