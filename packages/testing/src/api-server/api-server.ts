import { randomUUID } from 'node:crypto';
import { ApplyConflict, ApplyError, applyConfiguration } from './apply/apply-configuration.ts';
import { recordUpdate } from './apply/record-update.ts';
import { jsonPatch } from './patch/json-patch.ts';
import { mergePatch } from './patch/merge-patch.ts';
import { PatchError } from './patch/patch-error.ts';
import { strategicMergePatch } from './patch/strategic-merge-patch.ts';
import { applyBuiltinDefaults } from './resources/builtin-defaults.ts';
import { builtins } from './resources/builtin.ts';
import { countsGenerations, nextGeneration } from './resources/generation.ts';
import { generateName, validateMetadata } from './resources/names.ts';
import { Registry } from './resources/registry.ts';
import { apiVersionOf, hasSubresource, tableOf, type Resource } from './resources/resource.ts';
import {
  defaultCustomResourceDefinition,
  type CustomResourceDefinition,
} from './schema/custom-resource-definition.ts';
import { applyDefaults } from './schema/defaults.ts';
import { deepCopy, deepEqual, isObject, type JsonObject } from './schema/json.ts';
import { prune } from './schema/prune.ts';
import * as failures from './schema/status-errors.ts';
import { StatusError } from './schema/status-errors.ts';
import { validateCustomResourceDefinition } from './schema/validate-custom-resource-definition.ts';
import { validate } from './schema/validate.ts';
import { mediaType, readJson, readObject, readOptions, readYaml } from './serving/body.ts';
import { Continuations } from './serving/continuation.ts';
import { jsonResponse, textResponse, type ServerRequest, type ServerResponse } from './serving/request.ts';
import { resourcePath, verbOf, type ResourcePath } from './serving/request-info.ts';
import { watchLines } from './serving/watch.ts';
import { fieldSelector, labelSelector, type Matches } from './storage/selectors.ts';
import { Store } from './storage/store.ts';
import type { StoredObject } from './storage/stored-object.ts';

/** An API server as a function from requests to responses. What carries them is somebody else's business. */
export class ApiServer {
  readonly store = new Store();
  readonly registry = new Registry();
  readonly #continuations = new Continuations();
  readonly #now: () => Date;
  readonly #random: () => number;

  constructor(options: { now?: () => Date; random?: () => number } = {}) {
    this.#now = options.now ?? (() => new Date());
    this.#random = options.random ?? Math.random;
    for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) this.#bootstrap(name);
  }

  async handle(request: ServerRequest): Promise<ServerResponse> {
    try {
      return this.#route(request);
    } catch (error) {
      const status = statusOf(error);
      return jsonResponse(status.code, status);
    }
  }

  #bootstrap(name: string): void {
    const resource = this.registry.find('', 'v1', 'namespaces') as Resource;
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    this.#create(resource, {}, namespace, 'kube-apiserver', false);
  }

  #route(request: ServerRequest): ServerResponse {
    if (/^\/(healthz|livez|readyz)(\/.*)?$/.test(request.path)) return textResponse(200, 'ok');
    if (request.path === '/version')
      return jsonResponse(200, { major: '1', minor: '36', gitVersion: 'v1.36.0', platform: 'linux/amd64' });
    const path = resourcePath(request.path);
    const resource = path && this.registry.find(path.group, path.version, path.plural);
    if (path === undefined || resource === undefined) return textResponse(404, '404 page not found\n');
    if (resource.namespaced && path.name !== undefined && path.namespace === undefined)
      throw new StatusError(failures.resourceNotFound());
    if (request.headers['accept']?.includes('as=') && !request.headers['accept'].includes('application/json'))
      throw new StatusError(failures.notAcceptable(['application/json']));
    return this.#serve(request, path, resource);
  }

  #serve(request: ServerRequest, path: ResourcePath, resource: Resource): ServerResponse {
    const verb = verbOf(request, path.name !== undefined);
    const { subresource } = path;
    if (subresource !== undefined && !hasSubresource(resource, subresource))
      throw new StatusError(failures.resourceNotFound());
    if (subresource !== undefined && subresource !== 'status')
      throw unknownToUs(`the subresource ${subresource}`);
    if (verb === undefined || !resource.verbs.includes(verb))
      throw new StatusError(failures.methodNotSupported(groupResource(resource), request.method));
    const dryRun = request.query.has('dryRun');
    const manager = request.query.get('fieldManager') ?? request.headers['user-agent']?.split('/')[0] ?? '';
    switch (verb) {
      case 'get':
        return jsonResponse(200, this.#present(resource, this.#existing(resource, path)));
      case 'list':
        return this.#list(request, path, resource);
      case 'watch':
        return this.#watch(request, path, resource);
      case 'create':
        return jsonResponse(
          201,
          this.#present(resource, this.#create(resource, path, readObject(request), manager, dryRun)),
        );
      case 'update': {
        const old = this.#existing(resource, path);
        const body = readObject(request);
        const next = this.#update(resource, old, body, manager, subresource, dryRun);
        return jsonResponse(200, this.#present(resource, next));
      }
      case 'patch':
        return this.#patch(request, path, resource, manager, dryRun);
      case 'delete': {
        const old = this.#existing(resource, path);
        return this.#delete(resource, old, readOptions(request), dryRun);
      }
      case 'deletecollection': {
        const selected = this.#select(request, path, resource);
        const options = readOptions(request);
        for (const object of selected) this.#delete(resource, object, options, dryRun);
        return jsonResponse(200, this.#listObject(resource, selected, this.store.revision));
      }
    }
  }

  #existing(resource: Resource, { namespace, name = '' }: ResourcePath): StoredObject {
    const object = this.store.find(tableOf(resource), namespace, name);
    if (object === undefined) throw new StatusError(failures.notFound(groupResource(resource), name));
    return object;
  }

  #present(resource: Resource, object: StoredObject): StoredObject {
    const apiVersion = apiVersionOf(resource);
    return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
  }

  #matches({ query }: ServerRequest, resource: Resource): Matches {
    const labels = labelSelector(query.get('labelSelector') ?? '');
    const fields = fieldSelector(
      query.get('fieldSelector') ?? '',
      tableOf(resource),
      resource.custom?.selectableFields,
    );
    return (object) => labels(object) && fields(object);
  }

  #select(request: ServerRequest, path: ResourcePath, resource: Resource): StoredObject[] {
    return this.store.list(tableOf(resource), path.namespace).filter(this.#matches(request, resource));
  }

  #list(request: ServerRequest, path: ResourcePath, resource: Resource): ServerResponse {
    const { query } = request;
    const asked = query.get('resourceVersion') ?? '';
    if (Number(asked) > this.store.revision)
      throw new StatusError(failures.resourceVersionTooLarge(asked, String(this.store.revision)));
    const token = query.get('continue') ?? '';
    const from = token
      ? this.#continuations.resume(token)
      : { objects: this.#select(request, path, resource), revision: this.store.revision, start: 0 };
    const limit = Number(query.get('limit') ?? 0);
    const end = limit > 0 ? from.start + limit : from.objects.length;
    const rest = from.objects.length - end;
    const more =
      rest > 0
        ? {
            continue: this.#continuations.keep(from.objects, from.revision, end),
            ...(query.get('labelSelector') || query.get('fieldSelector') ? {} : { remainingItemCount: rest }),
          }
        : {};
    const page = from.objects.slice(from.start, end);
    return jsonResponse(200, this.#listObject(resource, page, from.revision, more));
  }

  #listObject(resource: Resource, objects: readonly StoredObject[], revision: number, more = {}): JsonObject {
    return {
      apiVersion: apiVersionOf(resource),
      kind: resource.listKind,
      metadata: { resourceVersion: String(revision), ...more },
      items: objects.map((object) => this.#present(resource, object)),
    };
  }

  #watch(request: ServerRequest, path: ResourcePath, resource: Resource): ServerResponse {
    const { query } = request;
    const body = watchLines(this.store, {
      table: tableOf(resource),
      namespace: path.namespace,
      matches: this.#matches(request, resource),
      resourceVersion: query.get('resourceVersion') ?? '',
      sendInitialEvents: query.get('sendInitialEvents') === 'true',
      bookmarks: query.get('allowWatchBookmarks') === 'true',
      timeoutSeconds: Number(query.get('timeoutSeconds') ?? 0) || 1800,
      present: (object) => this.#present(resource, object),
      typeMeta: { apiVersion: apiVersionOf(resource), kind: resource.kind },
      signal: request.signal,
    });
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }

  #create(
    resource: Resource,
    path: Partial<ResourcePath>,
    body: JsonObject,
    manager: string,
    dryRun: boolean,
  ): StoredObject {
    const sent = body['metadata'];
    const metadata: JsonObject = isObject(sent) ? { ...sent } : {};
    const at = groupResource(resource);
    this.#refuseOtherTypes(resource, body);
    if (metadata['resourceVersion'])
      throw new StatusError(
        failures.badRequest('resourceVersion should not be set on objects to be created'),
      );
    const { namespace } = path;
    if (resource.namespaced) {
      if (namespace === undefined) throw new StatusError(failures.methodNotSupported(at, 'POST'));
      if (metadata['namespace'] !== undefined && metadata['namespace'] !== namespace)
        throw new StatusError(
          failures.badRequest(
            'the namespace of the provided object does not match the namespace sent on the request',
          ),
        );
      this.#refuseWithoutNamespace(namespace, at, String(metadata['name'] ?? ''));
      metadata['namespace'] = namespace;
    } else delete metadata['namespace'];
    for (const key of ['deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink', 'generation'])
      delete metadata[key];
    if (!metadata['name'] && typeof metadata['generateName'] === 'string')
      metadata['name'] = generateName(metadata['generateName'], this.#random);
    metadata['uid'] = randomUUID();
    metadata['creationTimestamp'] = this.#timestamp();
    if (countsGenerations(resource)) metadata['generation'] = 1;
    const object: JsonObject = { ...body, metadata };
    if (resource.custom && hasSubresource(resource, 'status')) delete object['status'];
    const name = String(metadata['name'] ?? '');
    const there = this.store.find(tableOf(resource), namespace, name);
    const admitted = this.#admit(resource, object);
    if (there !== undefined)
      throw new StatusError(failures.alreadyExists(at, name, there.metadata.deletionTimestamp !== undefined));
    const owned = Array.isArray(metadata['managedFields'])
      ? admitted
      : this.#recorded(resource, admitted, manager);
    return dryRun ? owned : this.#commit(resource, owned);
  }

  #refuseOtherTypes(resource: Resource, body: JsonObject): void {
    const expected = apiVersionOf(resource);
    if (body['apiVersion'] === expected && body['kind'] === resource.kind) return;
    throw new StatusError(
      failures.badRequest(
        `the API version in the data (${String(body['apiVersion'])}) does not match the expected API version (${expected})`,
      ),
    );
  }

  #refuseWithoutNamespace(namespace: string, at: failures.GroupResource, name: string): void {
    const object = this.store.find('/namespaces', undefined, namespace);
    if (object === undefined)
      throw new StatusError(failures.notFound({ group: '', resource: 'namespaces' }, namespace));
    if (object.metadata.deletionTimestamp === undefined) return;
    const cause = `unable to create new content in namespace ${namespace} because it is being terminated`;
    throw new StatusError(failures.forbiddenRequest(at, name, cause));
  }

  /** Drops what the kind does not know, fills in defaults, and refuses what does not fit. */
  #admit(resource: Resource, object: JsonObject, old?: StoredObject): StoredObject {
    const { resolve } = builtins();
    let next = prune(deepCopy(object), resource.schema, { resolve }).value as JsonObject;
    if (resource.custom) next = applyDefaults(next, resource.schema, resolve);
    else applyBuiltinDefaults(resource, next);
    next = { apiVersion: apiVersionOf(resource), kind: resource.kind, ...next };
    const admitted = (this.registry.isCrdTable(tableOf(resource))
      ? defaultCustomResourceDefinition(next as unknown as CustomResourceDefinition)
      : next) as unknown as StoredObject;
    const errors = [
      ...validateMetadata(resource, admitted),
      ...validate(admitted, resource.schema, { resolve, ...(old === undefined ? {} : { old }) }),
      ...(this.registry.isCrdTable(tableOf(resource))
        ? validateCustomResourceDefinition(admitted as unknown as CustomResourceDefinition)
        : []),
    ];
    if (errors.length === 0) return admitted;
    throw new StatusError(
      failures.invalidStatus(resource.kind, resource.group, admitted.metadata.name ?? '', errors),
    );
  }

  #recorded(
    resource: Resource,
    next: StoredObject,
    manager: string,
    old?: StoredObject,
    subresource?: string,
  ): StoredObject {
    return recordUpdate({ ...this.#fieldContext(resource, manager, subresource), old, next }) as StoredObject;
  }

  #fieldContext(resource: Resource, manager: string, subresource?: string) {
    return {
      manager: manager === '' ? 'unknown' : manager,
      apiVersion: apiVersionOf(resource),
      subresource,
      hasStatus: hasSubresource(resource, 'status'),
      schema: resource.schema,
      resolve: builtins().resolve,
      now: this.#now(),
    };
  }

  /** What an update would store: the server's own metadata kept, and only the part that the path is about changed. */
  #update(
    resource: Resource,
    old: StoredObject,
    body: JsonObject,
    manager: string,
    subresource: string | undefined,
    dryRun: boolean,
    applied = false,
  ): StoredObject {
    const at = groupResource(resource);
    const sent = (isObject(body['metadata']) ? body['metadata'] : {}) as Partial<StoredObject['metadata']>;
    const { name } = old.metadata;
    if (sent.name !== undefined && sent.name !== name)
      throw new StatusError(
        failures.badRequest(
          `the name of the object (${sent.name}) does not match the name on the URL (${name})`,
        ),
      );
    if (sent.resourceVersion && sent.resourceVersion !== old.metadata.resourceVersion)
      throw new StatusError(failures.conflict(at, name));
    this.#refuseOtherTypes(resource, body);
    const metadata: JsonObject = { ...(subresource === 'status' ? old.metadata : sent) };
    metadata['managedFields'] = sent['managedFields'] ?? old.metadata['managedFields'];
    for (const key of ['uid', 'creationTimestamp', 'name', 'namespace', 'generation', 'resourceVersion'])
      if (old.metadata[key] !== undefined) metadata[key] = old.metadata[key];
    for (const key of ['deletionTimestamp', 'deletionGracePeriodSeconds'])
      if (old.metadata[key] === undefined) delete metadata[key];
      else metadata[key] = old.metadata[key];
    const content: JsonObject = subresource === 'status' ? { ...old, status: body['status'] } : { ...body };
    if (subresource === undefined && hasSubresource(resource, 'status')) {
      if (old['status'] === undefined) delete content['status'];
      else content['status'] = old['status'];
    }
    const admitted = this.#admit(resource, { ...content, metadata }, old);
    const generation = nextGeneration(resource, old, admitted);
    const counted = generation === undefined ? admitted : withMetadata(admitted, { generation });
    const next = applied ? counted : this.#recorded(resource, counted, manager, old, subresource);
    if (deepEqual(withoutTimes(next), withoutTimes(old))) return old;
    if (dryRun) return next;
    return next.metadata.deletionTimestamp !== undefined && (next.metadata.finalizers ?? []).length === 0
      ? this.#remove(resource, next)
      : this.#commit(resource, next);
  }

  #patch(
    request: ServerRequest,
    path: ResourcePath,
    resource: Resource,
    manager: string,
    dryRun: boolean,
  ): ServerResponse {
    const { subresource, namespace, name = '' } = path;
    const type = mediaType(request);
    if (type === 'application/apply-patch+yaml') return this.#apply(request, path, resource, dryRun);
    const old = this.#present(
      resource,
      this.#existing(resource, { ...path, namespace, name } as ResourcePath),
    );
    const patch = readJson(request.body);
    const { resolve } = builtins();
    const patched = ((): unknown => {
      if (type === 'application/json-patch+json') return jsonPatch(old, patch);
      if (type === 'application/merge-patch+json') return mergePatch(old, patch);
      if (type === 'application/strategic-merge-patch+json' && !resource.custom)
        return strategicMergePatch(old, patch as JsonObject, resource.schema, resolve);
      throw new StatusError(
        failures.unsupportedMediaType(['application/json-patch+json', 'application/merge-patch+json']),
      );
    })();
    if (!isObject(patched)) throw new StatusError(failures.badRequest('the patch leaves no object'));
    const next = this.#update(resource, old, patched, manager, subresource, dryRun);
    return jsonResponse(200, this.#present(resource, next));
  }

  #apply(request: ServerRequest, path: ResourcePath, resource: Resource, dryRun: boolean): ServerResponse {
    const { namespace, name = '', subresource } = path;
    const config = readYaml(request.body);
    if (!isObject(config)) throw new StatusError(failures.badRequest('the configuration is not an object'));
    const manager = request.query.get('fieldManager');
    if (!manager) {
      const detail = {
        type: 'Required',
        field: 'fieldManager',
        detail: 'is required for apply patch',
      } as const;
      throw new StatusError(failures.invalidStatus('PatchOptions', 'meta.k8s.io', '', [detail]));
    }
    const live = this.store.find(tableOf(resource), namespace, name);
    if (live === undefined && subresource !== undefined)
      throw new StatusError(failures.notFound(groupResource(resource), name));
    const { object } = applyConfiguration({
      ...this.#fieldContext(resource, manager, subresource),
      config,
      live: live && this.#present(resource, live),
      force: request.query.get('force') === 'true',
    });
    if (live === undefined)
      return jsonResponse(
        201,
        this.#present(resource, this.#create(resource, path, named(object, name), manager, dryRun)),
      );
    const next = this.#update(resource, live, object, manager, subresource, dryRun, true);
    return jsonResponse(200, this.#present(resource, next));
  }

  #delete(resource: Resource, old: StoredObject, options: JsonObject, dryRun: boolean): ServerResponse {
    const { metadata } = old;
    const preconditions = isObject(options['preconditions']) ? options['preconditions'] : {};
    for (const [key, label] of [
      ['uid', 'UID'],
      ['resourceVersion', 'ResourceVersion'],
    ] as const) {
      const wanted = preconditions[key];
      if (wanted === undefined || wanted === metadata[key]) continue;
      const what = key === 'uid' ? 'deleted and then recreated' : 'modified';
      const cause = `the ${label} in the precondition (${String(wanted)}) does not match the ${label} in record (${metadata[key]}). The object might have been ${what}`;
      throw new StatusError(failures.conflict(groupResource(resource), metadata.name, cause));
    }
    const policy = options['propagationPolicy'];
    const kept = (metadata.finalizers ?? []).filter((f) => f !== 'orphan' && f !== 'foregroundDeletion');
    if (policy === 'Foreground' || policy === 'Orphan' || tableOf(resource) === '/namespaces')
      throw unknownToUs(tableOf(resource) === '/namespaces' ? 'namespace deletion' : `${policy} deletion`);
    if (kept.length === 0) {
      if (!dryRun) this.#remove(resource, old);
      return jsonResponse(200, deleted(resource, old));
    }
    if (metadata.deletionTimestamp !== undefined) return jsonResponse(200, this.#present(resource, old));
    const leaving = withMetadata(old, {
      deletionTimestamp: this.#timestamp(),
      deletionGracePeriodSeconds: 0,
      ...(metadata.generation ? { generation: metadata.generation + 1 } : {}),
    });
    return jsonResponse(200, this.#present(resource, dryRun ? leaving : this.#commit(resource, leaving)));
  }

  #commit(resource: Resource, object: StoredObject): StoredObject {
    if (!this.registry.isCrdTable(tableOf(resource))) return this.store.put(tableOf(resource), object);
    const established = withConditions(object, this.#timestamp());
    this.registry.install(established);
    return this.store.put(tableOf(resource), established);
  }

  #remove(resource: Resource, object: StoredObject): StoredObject {
    if (this.registry.isCrdTable(tableOf(resource))) {
      const { group, names } = object['spec'] as { group: string; names: { plural: string } };
      const table = tableOf({ group, plural: names.plural });
      for (const instance of this.store.list(table)) this.store.remove(table, instance);
      this.registry.uninstall(object.metadata.name);
    }
    return this.store.remove(tableOf(resource), object);
  }

  #timestamp(): string {
    return `${this.#now().toISOString().slice(0, 19)}Z`;
  }
}

function groupResource({ group, plural }: Resource): failures.GroupResource {
  return { group, resource: plural };
}

function named(object: JsonObject, name: string): JsonObject {
  return { ...object, metadata: { ...(object['metadata'] as JsonObject), name } };
}

function withMetadata(object: StoredObject, metadata: JsonObject): StoredObject {
  return { ...object, metadata: { ...object.metadata, ...metadata } } as StoredObject;
}

/** A write that changes nothing but when a manager last wrote changes nothing. */
function withoutTimes(object: StoredObject): JsonObject {
  const managed = object.metadata['managedFields'];
  if (!Array.isArray(managed)) return object;
  const managedFields = managed.map((entry: JsonObject) => ({ ...entry, time: undefined }));
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

function withConditions(crd: StoredObject, now: string): StoredObject {
  const { names } = crd['spec'] as { names: JsonObject };
  const condition = (type: string, reason: string, message: string): JsonObject => ({
    type,
    status: 'True',
    lastTransitionTime: now,
    reason,
    message,
  });
  const status = {
    ...(crd['status'] as JsonObject),
    acceptedNames: names,
    conditions: (crd['status'] as { conditions?: unknown[] } | undefined)?.conditions ?? [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
  };
  return { ...crd, status };
}

function deleted({ group, plural }: Resource, { metadata }: StoredObject): JsonObject {
  const details = { name: metadata.name, ...(group ? { group } : {}), kind: plural, uid: metadata.uid };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}

function unknownToUs(what: string): StatusError {
  const message = `the embedded API server does not know ${what}; use a real one for it`;
  return new StatusError({ ...failures.plainError(message), code: 501, reason: 'NotImplemented' });
}

function statusOf(error: unknown): failures.Status {
  if (error instanceof StatusError) return error.status;
  if (error instanceof ApplyConflict) return failures.applyConflict(error.message, error.causes);
  if (error instanceof ApplyError)
    return error.code === 400 ? failures.badRequest(error.message) : failures.plainError(error.message);
  if (error instanceof PatchError && error.code === 422) return failures.unprocessablePatch();
  if (error instanceof PatchError && error.code === 400) return failures.badRequest(error.message);
  return failures.internalError(error instanceof Error ? error.message : String(error));
}
