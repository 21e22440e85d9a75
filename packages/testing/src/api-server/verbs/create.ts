import { randomUUID } from 'node:crypto';
import { mutate, validate } from '../admission/chain.ts';
import { requireNoEscalation } from '../authorization/escalation.ts';
import { inStorage } from '../conversion/convert.ts';
import { type Core, timestamp } from '../core.ts';
import { defaulted, requireValid } from '../resources/admission.ts';
import { withoutDisabledFields } from '../resources/disabled-fields.ts';
import { countsGenerations } from '../resources/generation.ts';
import { finalizerWarnings } from '../resources/metadata-update.ts';
import { generateName } from '@opgen/rules/names';
import { allocated, requireAllocatable } from '../resources/allocation.ts';
import { withTemplateGeneration } from '../resources/template-generation.ts';
import { apiVersionOf, hasSubresource, type Resource, tableOf } from '../resources/resource.ts';
import { isObject, type JsonObject, metadataIn } from '@opgen/rules/json';
import {
  alreadyExists,
  badRequest,
  forbiddenRequest,
  generateNameConflict,
  methodNotAllowed,
  notFound,
  plainError,
  StatusError,
} from '../status-errors.ts';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { objectResponse } from '../serving/present.ts';
import type { ServerResponse } from '../serving/request.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { admissionOf } from './admission.ts';
import { fieldsOfBody } from './fields.ts';
import { requireType } from './types.ts';
import { commit, groupResource, recorded } from './write.ts';

/** How many names the server generates before it gives up. */
const maxNames = 8;

export function create(core: Core, call: Call): Promise<ServerResponse> {
  return createFrom(core, call, readObject(call.request));
}

/** Creates the object in the body of a request and responds. */
export async function createFrom(core: Core, call: Call, body: JsonObject): Promise<ServerResponse> {
  const { resource, warn } = call;
  requireDefined(call, body);
  requireType(resource, body);
  const created = await createObject(core, call, fieldsOfBody(call, body));
  if (resource.custom !== undefined) finalizerWarnings(created.metadata.finalizers).forEach(warn);
  return objectResponse(core, call, created, 201);
}

/** Creates an object that is already decoded. `isApplied` means that its managed fields are set. */
export async function createObject(
  core: Core,
  call: Call,
  object: JsonObject,
  isApplied = false,
): Promise<StoredObject> {
  const { resource, dryRun } = call;
  requireDefined(call, object);
  const proposed = requested(core, call, object);
  const owned = isApplied ? proposed : recorded(core, call, proposed);
  const mutated = await mutate(core, admissionOf(call, { operation: 'CREATE', object: owned }), call.warn);
  const next = complete(core, resource, mutated ?? owned);
  requireNoEscalation(core, call, next);
  requireValid(resource, next);
  requireAllocatable(core, resource, next);
  await validate(core, admissionOf(call, { operation: 'CREATE', object: next }), call.warn);
  const stored = await inStorage(core.registry.storageOf(resource), next);
  requireAbsent(core, resource, next);
  return dryRun ? next : commit(core, resource, stored);
}

/** Whether an object with the kind and the name of this one is stored. */
export function isStored(core: Core, object: OwnObject): boolean {
  const { namespace, name } = object.metadata;
  return core.store.find(tableOf(resourceOf(core, object)), namespace, name) !== undefined;
}

/** Creates an object for a part of the cluster itself, without authorization and admission. */
export function createOwn(core: Core, object: OwnObject, manager: string): StoredObject {
  const { metadata } = object;
  const resource = resourceOf(core, object);
  const call: OwnCall = { resource, path: { ...resource, ...metadata }, manager, subresource: undefined };
  return commit(
    core,
    resource,
    complete(core, resource, recorded(core, call, requested(core, call, object))),
  );
}

function resourceOf({ registry }: Core, { apiVersion, kind }: OwnObject): Resource {
  const resource = registry.all().find((each) => apiVersionOf(each) === apiVersion && each.kind === kind);
  if (resource === undefined) throw new Error(`the server does not serve ${kind} of ${apiVersion}`);
  return resource;
}

/** An object that the cluster itself creates. */
export interface OwnObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: JsonObject };
}

type OwnCall = Pick<Call, 'resource' | 'path' | 'manager' | 'subresource'>;

/** The object that a client sends, without fields that only the server sets and with the defaults of the kind. */
function requested(core: Core, call: OwnCall, object: JsonObject): StoredObject {
  const { resource } = call;
  const metadata: JsonObject = { ...metadataIn(object) };
  if (metadata['resourceVersion']) {
    throw new StatusError(plainError('resourceVersion should not be set on objects to be created'));
  }
  placeInNamespace(core, call, metadata);
  for (const key of serversOwn) delete metadata[key];
  if (countsGenerations(resource)) delete metadata['generation'];
  return withTemplateGeneration(resource, defaulted(resource, { ...object, metadata }));
}

const serversOwn = [
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'uid',
  'creationTimestamp',
];

/** The object to store, with its name and all fields that the server sets. */
function complete(core: Core, resource: Resource, object: StoredObject): StoredObject {
  const metadata: JsonObject = { ...object.metadata };
  if (!metadata['name'] && typeof metadata['generateName'] === 'string' && metadata['generateName'] !== '') {
    metadata['name'] = freeName(core, resource, metadata);
  }
  metadata['uid'] = randomUUID();
  metadata['creationTimestamp'] = timestamp(core);
  if (countsGenerations(resource)) metadata['generation'] = 1;
  const { status, ...rest } = object;
  const sent = status === undefined || dropsStatus(resource) ? rest : object;
  const content = withoutDisabledFields(resource, sent);
  return allocated(core, resource, defaulted(resource, { ...content, metadata }));
}

/** A create sets no status, except that of a Node: the kubelet registers it with its capacity. */
function dropsStatus(resource: Resource): boolean {
  return hasSubresource(resource, 'status') && tableOf(resource) !== '/nodes';
}

/** The server creates no objects of a kind whose CustomResourceDefinition is being deleted. */
function requireDefined({ resource }: Call, { metadata }: JsonObject): void {
  if (resource.custom?.isTerminating !== true) return;
  const name = isObject(metadata) ? String(metadata['name'] ?? '') : '';
  const cause = 'create not allowed while custom resource definition is terminating';
  throw new StatusError(forbiddenRequest(groupResource(resource), name, cause));
}

/** Sets the namespace of a new object, which must exist. */
export function placeInNamespace(
  core: Core,
  { resource, path }: Pick<Call, 'resource' | 'path'>,
  metadata: JsonObject,
): void {
  const { namespace } = path;
  if (!resource.namespaced) {
    delete metadata['namespace'];
    return;
  }
  if (namespace === undefined) throw new StatusError(methodNotAllowed());
  const given = metadata['namespace'] ?? '';
  if (given !== '' && given !== namespace) {
    const message = 'the namespace of the provided object does not match the namespace sent on the request';
    throw new StatusError(badRequest(message));
  }
  requireNamespace(core, resource, namespace, String(metadata['name'] ?? ''));
  metadata['namespace'] = namespace;
}

function requireNamespace({ store }: Core, resource: Resource, namespace: string, name: string): void {
  const found = store.find('/namespaces', undefined, namespace);
  if (found === undefined) {
    throw new StatusError(notFound({ group: '', resource: 'namespaces' }, namespace));
  }
  if (found.metadata.deletionTimestamp === undefined) return;
  const cause = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const status = forbiddenRequest(groupResource(resource), name, cause);
  throw new StatusError({
    ...status,
    details: {
      ...status.details,
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    },
  });
}

function freeName({ store, random }: Core, resource: Resource, metadata: JsonObject): string {
  const prefix = String(metadata['generateName']);
  let name = '';
  for (let attempt = 0; attempt < maxNames; attempt += 1) {
    name = generateName(prefix, random);
    if (store.find(tableOf(resource), metadata['namespace'] as string | undefined, name) === undefined)
      return name;
  }
  throw new StatusError(generateNameConflict(groupResource(resource), name));
}

function requireAbsent({ store }: Core, resource: Resource, { metadata }: StoredObject): void {
  const there = store.find(tableOf(resource), metadata.namespace, metadata.name);
  if (there === undefined) return;
  const isTerminating = there.metadata.deletionTimestamp !== undefined;
  throw new StatusError(alreadyExists(groupResource(resource), metadata.name, isTerminating));
}
