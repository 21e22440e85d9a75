import { mutate, validate } from '../admission/chain.ts';
import { withManagedFields } from '../apply/ownership.ts';
import { isOfSchema } from '../apply/record-update.ts';
import type { Annotate } from '../audit/audit-record.ts';
import { requireAccess } from '../authorization/authorizer.ts';
import { requestAttributes } from '../authorization/request-attributes.ts';
import { requireNoEscalation } from '../authorization/escalation.ts';
import { convert, inStorage } from '../conversion/convert.ts';
import type { Core } from '../core.ts';
import { defaulted, requireValid } from '../resources/admission.ts';
import { allocated, requireAllocatable } from '../resources/allocation.ts';
import { withoutDisabledFields } from '../resources/disabled-fields.ts';
import { nextGeneration } from '../resources/generation.ts';
import { withTemplateGeneration } from '../resources/template-generation.ts';
import { validateMetadataUpdate, finalizerWarnings } from '../resources/metadata-update.ts';
import { apiVersionOf, hasSubresource, type Resource, tableOf } from '../resources/resource.ts';
import { carriedOver } from '../resources/carried-over.ts';
import { metadataOfStatus } from '../resources/status-metadata.ts';
import { invalid } from '@opgen/rules/field-errors';
import { deepEqual, isObject, type JsonObject, metadataIn } from '@opgen/rules/json';
import { badRequest, conflict, invalidStatus, StatusError } from '../status-errors.ts';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { objectResponse } from '../serving/present.ts';
import type { ServerResponse } from '../serving/request.ts';
import type { StoredMetadata, StoredObject } from '../storage/stored-object.ts';
import { admissionOf } from './admission.ts';
import { createFrom } from './create.ts';
import { fieldsOfBody } from './fields.ts';
import { isInGrace } from './graceful-deletion.ts';
import { existing } from './read.ts';
import { requireType } from './types.ts';
import { recordedInOtherVersions } from './versions.ts';
import { commit, groupResource, recorded, remove, withMetadata } from './write.ts';

/** Metadata that only the server sets. */
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

export async function update(core: Core, call: Call): Promise<ServerResponse> {
  const { request, resource } = call;
  const body = readObject(request);
  if (isCreation(core, call)) {
    const creation: Call = { ...call, verb: 'create' };
    const { access } = requestAttributes(request);
    const annotate: Annotate = (key, value) => call.audit?.annotate(key, value);
    requireAccess(core, { ...access, user: request.user, verb: 'create' }, annotate);
    return createFrom(core, creation, body);
  }
  requireType(resource, body);
  const object = fieldsOfBody(call, body);
  return objectResponse(core, call, await replace(core, call, async () => object, 'update'));
}

/** Kinds whose missing objects an update creates. */
const createdByUpdate: ReadonlySet<string> = new Set([
  '/endpoints',
  '/events',
  '/limitranges',
  '/podtemplates',
  '/services',
  'coordination.k8s.io/leases',
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

/**
 * How the new object was made: an apply has already set the managed fields, and a scale has already passed
 * admission.
 */
export type UpdateSource = 'update' | 'patch' | 'apply' | 'scale';

/**
 * Replaces a stored object, or only the part that the path addresses: the object without its status, or only its
 * status. `bodyFor` returns the new body for the stored object, in the version of the request and already decoded.
 * An update without changes writes nothing, unless the storage version has changed. Retries if another client changes the object in the meantime.
 */
export async function replace(
  core: Core,
  call: Call,
  bodyFor: (old: StoredObject) => Promise<JsonObject>,
  by: UpdateSource,
): Promise<StoredObject> {
  for (;;) {
    const stored = existing(core, call);
    const [old = stored] = await convert(call.resource, [stored]);
    const { object, isChange } = await replacementFor(core, call, old, await bodyFor(old), by);
    const storage = core.registry.storageOf(call.resource);
    const isWritten = isChange || isOfOldVersion(stored, storage);
    if (call.dryRun || !isWritten) return isChange ? object : stored;
    const next = await inStorage(storage, isChange ? object : old);
    if (existing(core, call) !== stored) continue;
    return written(core, call.resource, next);
  }
}

/** Whether an object is stored in a former storage version. An update without changes migrates it. */
function isOfOldVersion({ apiVersion }: StoredObject, storage: Resource): boolean {
  return storage.custom !== undefined && apiVersion !== apiVersionOf(storage);
}

/** The update that removes the last finalizer of an object that is being deleted deletes it. */
function written(core: Core, resource: Resource, next: StoredObject): StoredObject {
  const { deletionTimestamp, finalizers = [] } = next.metadata;
  const remains = finalizers.length > 0 || isInGrace(next) || hasSpecFinalizers(resource, next);
  const isDeleted = deletionTimestamp !== undefined && !remains;
  return isDeleted ? remove(core, resource, next) : commit(core, resource, next);
}

/** A namespace has finalizers in its spec too; kube-controller-manager removes its own when nothing is left in it. */
function hasSpecFinalizers(resource: Resource, { spec }: StoredObject): boolean {
  if (tableOf(resource) !== '/namespaces' || !isObject(spec)) return false;
  return Array.isArray(spec['finalizers']) && spec['finalizers'].length > 0;
}

async function replacementFor(
  core: Core,
  call: Call,
  old: StoredObject,
  body: JsonObject,
  by: UpdateSource,
): Promise<{ object: StoredObject; isChange: boolean }> {
  const { resource, warn } = call;
  const sent = metadataIn(body) as Partial<StoredMetadata>;
  requireSame(call, old, sent);
  const proposed = complete(core, call, old, body);
  const owned =
    by === 'apply'
      ? proposed
      : await recordedInOtherVersions(
          core,
          call,
          old,
          ownedAfter(core, by === 'scale' ? { ...call, subresource: 'scale' } : call, body, {
            proposed,
            old,
          }),
        );
  const next = by === 'scale' ? owned : await mutated(core, call, old, { owned, sent });
  requireNoEscalation(core, call, next, old);
  // The server checks the resourceVersion only after admission.
  requireVersion(call, old, sent, by);
  const { finalizers } = next.metadata;
  const isChange = !deepEqual(withoutTimes(next), withoutTimes(old));
  const metadataErrors = validateMetadataUpdate(sent, old.metadata);
  if (isChange || metadataErrors.length > 0) {
    requireValid(resource, next, old, metadataErrors).forEach(warn);
    requireAllocatable(core, resource, next, old);
  }
  if (by !== 'scale') {
    const admission = admissionOf(call, { operation: 'UPDATE', object: next, oldObject: old });
    await validate(core, admission, call.warn);
  }
  if (resource.custom !== undefined) finalizerWarnings(finalizers, old.metadata.finalizers).forEach(warn);
  return { object: next, isChange };
}

/** Fields that are not in the schema have no owner, even if the object is stored without them. */
function ownedAfter(
  core: Core,
  call: Call,
  body: JsonObject,
  { proposed, old }: { proposed: StoredObject; old: StoredObject },
): StoredObject {
  return isOfSchema(body, call.resource.schema, call.resource.resolve)
    ? recorded(core, call, proposed, old)
    : (withManagedFields(proposed, []) as StoredObject);
}

/** The result of the mutating webhooks. They see the object in the version that the client sent, if any. */
async function mutated(
  core: Core,
  call: Call,
  old: StoredObject,
  { owned, sent }: { owned: StoredObject; sent: Partial<StoredMetadata> },
): Promise<StoredObject> {
  const { resourceVersion: _, ...unversioned } = owned.metadata;
  const { resourceVersion } = sent;
  const metadata = resourceVersion ? { ...unversioned, resourceVersion } : unversioned;
  const object = { ...owned, metadata } as StoredObject;
  const admission = admissionOf(call, { operation: 'UPDATE', object, oldObject: old });
  const changed = await mutate(core, admission, call.warn);
  return changed === undefined || changed === object ? owned : complete(core, call, old, changed);
}

/** The object to store: parts that the path does not address, and fields that only the server sets, stay unchanged. */
function complete(core: Core, call: Call, old: StoredObject, body: JsonObject): StoredObject {
  const { resource, subresource } = call;
  const sent = metadataIn(body) as Partial<StoredMetadata>;
  const metadata = metadataOf(old, subresource === 'status' ? metadataOfStatus(resource, old, sent) : sent);
  const content = withoutDisabledFields(resource, { ...contentOf(call, old, body), metadata }, old);
  const kept = subresource === undefined ? carriedOver(resource, content, old) : content;
  const next = withTemplateGeneration(resource, allocated(core, resource, defaulted(resource, kept)), old);
  const generation = nextGeneration(resource, old, next);
  return generation === undefined ? next : withMetadata(next, { generation });
}

function requireSame({ resource }: Call, { metadata }: StoredObject, sent: Partial<StoredMetadata>): void {
  const { name, uid } = metadata;
  if (!sent.name) {
    const message = `the name of the object (${name} based on URL) was undeterminable: name must be provided`;
    throw new StatusError(badRequest(message));
  }
  if (sent.name !== name) {
    const message = `the name of the object (${sent.name}) does not match the name on the URL (${name})`;
    throw new StatusError(badRequest(message));
  }
  if (sent.uid !== undefined && sent.uid !== '' && sent.uid !== uid) {
    const cause = `Precondition failed: UID in precondition: ${sent.uid}, UID in object meta: ${uid}`;
    throw new StatusError(conflict(groupResource(resource), name, cause));
  }
}

function requireVersion(
  { resource }: Call,
  { metadata }: StoredObject,
  sent: Partial<StoredMetadata>,
  by: UpdateSource,
): void {
  const { name, resourceVersion } = metadata;
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

/** An update that changes nothing except the time in managedFields is no change. */
function withoutTimes(object: StoredObject): JsonObject {
  const managed = object.metadata['managedFields'];
  if (!Array.isArray(managed)) return object;
  const managedFields = managed.map((entry: JsonObject) => ({ ...entry, time: undefined }));
  return { ...object, metadata: { ...object.metadata, managedFields } };
}
