import { mutate, validate } from '../admission/chain.ts';
import { convert } from '../conversion/convert.ts';
import { type Core, timestamp } from '../core.ts';
import { markedForDeletion } from '../resources/definitions.ts';
import { foreground, orphan } from '@opgen/rules/metadata';
import { crdTable, type Resource, tableOf } from '../resources/resource.ts';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { conflict, StatusError } from '../status-errors.ts';
import { readOptions } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { dryRunErrors, propagationErrors, requireValid } from '../serving/options.ts';
import { objectResponse, presentation } from '../serving/present.ts';
import { jsonResponse, type ServerResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { admissionOf } from './admission.ts';
import { type Grace, graceOf } from './graceful-deletion.ts';
import { existing, selected } from './read.ts';
import { commit, remove, withMetadata } from './write.ts';

/** Kinds whose deletion returns the deleted object instead of a Status. */
const returned = new Set([
  '/pods',
  '/services',
  '/serviceaccounts',
  '/persistentvolumes',
  '/persistentvolumeclaims',
  '/podtemplates',
  '/replicationcontrollers',
  '/resourcequotas',
]);

/** Kinds whose deletion orphans their dependents unless it sets a propagation policy, as it did before 1.20. */
const orphaning = new Set(['/replicationcontrollers', 'batch/jobs']);

export async function deleteOne(core: Core, call: Call): Promise<ServerResponse> {
  const { resource } = call;
  const options = deleteOptions(call);
  const { object, isDeleted } = await deleteAdmitted(core, call, () => existing(core, call), options);
  if (!isDeleted || returned.has(tableOf(resource))) return objectResponse(core, call, object);
  return jsonResponse(200, success(resource, object));
}

export async function deleteCollection(core: Core, call: Call): Promise<ServerResponse> {
  const { request, resource } = call;
  const { store } = core;
  const listing = selected(core, call);
  const options = deleteOptions(call);
  const deleted: StoredObject[] = [];
  for (const listed of listing) {
    const { metadata } = listed;
    const find = (): StoredObject | undefined =>
      store.find(tableOf(resource), metadata.namespace, metadata.name);
    if (find() === undefined) continue;
    await deleteAdmitted(core, call, () => find() ?? existing(core, call), options);
    deleted.push(listed);
  }
  const metadata = { resourceVersion: String(store.revision) };
  return jsonResponse(200, await presentation(core, request, resource).list(deleted, metadata));
}

/** Deletes an object after admission. Retries if another client changes the object in the meantime. */
async function deleteAdmitted(
  core: Core,
  call: Call,
  find: () => StoredObject,
  options: DeleteOptions,
): Promise<Deletion> {
  const { resource, warn } = call;
  for (;;) {
    const old = find();
    requirePreconditions(resource, old, options);
    const [shown = old] = await convert(resource, [old]);
    const write = { operation: 'DELETE', oldObject: shown, options: optionsObject(options) } as const;
    const admission = { ...admissionOf(call, write), dryRun: options.dryRun };
    await mutate(core, admission, warn);
    await validate(core, admission, warn);
    if (find() === old) return deleteObject(core, resource, old, options);
  }
}

function optionsObject({
  dryRun,
  propagationPolicy,
  preconditions,
  gracePeriodSeconds,
}: DeleteOptions): object {
  return {
    kind: 'DeleteOptions',
    apiVersion: 'meta.k8s.io/v1',
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(preconditions && { preconditions }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(dryRun && { dryRun: ['All'] }),
  };
}

export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly propagationPolicy?: string | undefined;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly gracePeriodSeconds?: number;
}

/** The delete options from the query and the body; the body of a DELETE usually contains only options. */
export function deleteOptions(call: Call, body = readOptions(call.request)): DeleteOptions {
  const { request, dryRun } = call;
  const { query } = request;
  const orphaned = body['orphanDependents'] ?? query.get('orphanDependents') ?? undefined;
  const policy = body['propagationPolicy'] ?? query.get('propagationPolicy') ?? undefined;
  const bodyDryRun = Array.isArray(body['dryRun']) ? body['dryRun'] : [];
  requireValid('DeleteOptions', [...propagationErrors(policy, orphaned), ...dryRunErrors(bodyDryRun)]);
  return {
    dryRun: dryRun || bodyDryRun.length > 0,
    propagationPolicy: orphaned === undefined ? (policy as string | undefined) : policyOf(orphaned),
    ...(isObject(body['preconditions']) && { preconditions: body['preconditions'] }),
    ...(typeof body['gracePeriodSeconds'] === 'number' && { gracePeriodSeconds: body['gracePeriodSeconds'] }),
  };
}

function policyOf(orphanDependents: unknown): string {
  return String(orphanDependents) === 'true' ? 'Orphan' : 'Background';
}

interface Deletion {
  readonly object: StoredObject;
  readonly isDeleted: boolean;
}

/** Deletes an object, or sets its deletionTimestamp if finalizers or a grace period keep it. */
export function deleteObject(
  core: Core,
  resource: Resource,
  old: StoredObject,
  options: DeleteOptions,
): Deletion {
  requirePreconditions(resource, old, options);
  if (tableOf(resource) === crdTable && old.metadata.deletionTimestamp === undefined) {
    const updated = markedForDeletion(core, old);
    return { object: options.dryRun ? updated : commit(core, resource, updated), isDeleted: false };
  }
  const finalizers = finalizersFor(resource, old, options);
  const grace = graceOf(core, resource, old, options.gracePeriodSeconds);
  const remains = finalizers.length > 0 || (grace?.seconds ?? 0) > 0 || isNamespaceInUse(resource, old);
  if (!remains) return { object: options.dryRun ? old : remove(core, resource, old), isDeleted: true };
  const updated = terminating(resource, marked(core, old, finalizers, grace));
  if (updated === old || options.dryRun) return { object: updated, isDeleted: false };
  return { object: commit(core, resource, updated), isDeleted: false };
}

function terminating(resource: Resource, object: StoredObject): StoredObject {
  const { status } = object;
  if (tableOf(resource) !== '/namespaces' || (isObject(status) && status['phase'] === 'Terminating'))
    return object;
  return { ...object, status: { ...(isObject(status) ? status : {}), phase: 'Terminating' } };
}

function marked(
  core: Core,
  old: StoredObject,
  finalizers: readonly string[],
  grace: Grace | undefined,
): StoredObject {
  const { metadata } = old;
  const isSame = String(metadata.finalizers ?? []) === String(finalizers);
  if (metadata.deletionTimestamp !== undefined) {
    const shortened = grace?.metadata ?? {};
    if (isSame && Object.keys(shortened).length === 0) return old;
    return withMetadata(old, { ...(!isSame && { finalizers }), ...shortened });
  }
  return withMetadata(old, {
    ...(finalizers.length > 0 && { finalizers }),
    deletionTimestamp: timestamp(core),
    deletionGracePeriodSeconds: 0,
    ...grace?.metadata,
    ...(metadata.generation !== undefined && { generation: metadata.generation + 1 }),
  });
}

/** The finalizers that must be removed before the object is deleted. */
function finalizersFor(
  resource: Resource,
  { metadata }: StoredObject,
  { propagationPolicy }: DeleteOptions,
): string[] {
  const own = metadata.finalizers ?? [];
  const others = own.filter((name) => name !== orphan && name !== foreground);
  if (propagationPolicy === 'Orphan') return [...others, orphan];
  if (propagationPolicy === 'Foreground') return [...others, foreground];
  if (propagationPolicy === 'Background') return others;
  const orphans = orphaning.has(tableOf(resource)) && others.length === own.length;
  return orphans ? [...own, orphan] : [...own];
}

/** A namespace is deleted after everything in it. */
function isNamespaceInUse(resource: Resource, { spec }: StoredObject): boolean {
  if (tableOf(resource) !== '/namespaces') return false;
  return isObject(spec) && Array.isArray(spec['finalizers']) && spec['finalizers'].length > 0;
}

/** Throws a conflict if the object is not the one that the client means. */
export function requirePreconditions(
  resource: Resource,
  { metadata }: StoredObject,
  { preconditions = {} }: DeleteOptions,
): void {
  const refuse = (label: string, wanted: string, actual: string, what: string): never => {
    const cause = `the ${label} in the precondition (${wanted}) does not match the ${label} in record (${actual}). The object might have been ${what}`;
    // Unlike all other conflicts, this one names the Kind instead of the plural.
    const { group, kind } = resource;
    throw new StatusError(conflict({ group, resource: kind }, metadata.name, cause));
  };
  const { uid, resourceVersion } = preconditions;
  if (uid !== undefined && uid !== metadata.uid)
    refuse('UID', uid, metadata.uid, 'deleted and then recreated');
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    refuse('ResourceVersion', resourceVersion, metadata.resourceVersion, 'modified');
  }
}

function success(resource: Resource, { metadata }: StoredObject): JsonObject {
  const { group, plural } = resource;
  const details = { name: metadata.name, ...(group !== '' && { group }), kind: plural, uid: metadata.uid };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
