import { randomUUID } from 'node:crypto';
import { type Minor, newestMinor } from '@opgen/rules/builtin';
import { ApplyConflict, ApplyError } from './apply/apply-configuration.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { type Annotate, AuditRecord } from './audit/audit-record.ts';
import { Tokens } from './authentication/tokens.ts';
import { actingUser } from './authorization/acting-user.ts';
import { requireAccess } from './authorization/authorizer.ts';
import { requestAttributes } from './authorization/request-attributes.ts';
import { Connections } from './connections/connections.ts';
import type { Core } from './core.ts';
import { PatchError } from './patch/patch-error.ts';
import { serveStoredDefinitions } from './resources/definitions.ts';
import { Registry } from './resources/registry.ts';
import { type Resource, tableOf } from './resources/resource.ts';
import {
  applyConflict,
  badRequest,
  internalError,
  notImplemented,
  plainError,
  type Status,
  StatusError,
  unprocessablePatch,
} from './status-errors.ts';
import { type Call, callOf } from './serving/call.ts';
import { Continuations } from './serving/continuation.ts';
import { documentResponse } from './serving/documents.ts';
import { withWarnings } from './serving/field-validation.ts';
import { jsonResponse, type ServerRequest, type ServerResponse, textResponse } from './serving/request.ts';
import { resourcePath } from './serving/request-info.ts';
import { Store } from './storage/store.ts';
import { bind } from './verbs/bind.ts';
import { create, createOwn, isStored, type OwnObject } from './verbs/create.ts';
import { deleteCollection, deleteOne } from './verbs/delete.ts';
import { patch } from './verbs/patch.ts';
import { get, list } from './verbs/read.ts';
import { isReview, review } from './verbs/review.ts';
import { subresourceOf } from './verbs/subresources.ts';
import { update } from './verbs/update.ts';
import { watch } from './verbs/watch.ts';

export interface ApiServerOptions {
  /** The minor version of Kubernetes that it serves. Default: the newest. */
  readonly minor?: Minor;
  readonly now?: () => Date;
  readonly random?: () => number;
  /** With the objects of an earlier server. Default: an empty one. */
  readonly store?: Store;
  /** Receives an event for each request. Default: none. */
  readonly audit?: AuditLog;
}

/** What a real API server creates when it starts: namespaces, PriorityClasses, and the Service by which Pods reach it. */
const firstObjects: readonly OwnObject[] = [
  ...['default', 'kube-system', 'kube-public', 'kube-node-lease'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  })),
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { component: 'apiserver', provider: 'kubernetes' },
    },
    spec: {
      clusterIP: '10.0.0.1',
      ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 }],
    },
  },
];

/** An API server as a function from requests to responses, independent of the transport. */
export class ApiServer {
  readonly core: Core;
  readonly #continuations = new Continuations();

  constructor({
    minor = newestMinor,
    now = () => new Date(),
    random = Math.random,
    store = new Store(),
    audit,
  }: ApiServerOptions = {}) {
    this.core = {
      store,
      registry: new Registry(minor),
      tokens: new Tokens(),
      connections: new Connections(),
      now,
      random,
      ...(audit && { audit }),
    };
    serveStoredDefinitions(this.core);
    for (const object of firstObjects)
      if (!isStored(this.core, object)) createOwn(this.core, object, 'kube-apiserver');
  }

  async handle(request: ServerRequest): Promise<ServerResponse> {
    const id = request.headers['audit-id'] || randomUUID();
    const audit = this.#audited(request, id);
    const warnings = new Set<string>();
    const response = withWarnings(await this.#answerOrRefusal(request, warnings, audit), [...warnings]);
    const headers = { 'audit-id': id, 'cache-control': 'no-cache, private', ...response.headers };
    return audit?.answered({ ...response, headers }) ?? { ...response, headers };
  }

  #audited(request: ServerRequest, id: string): AuditRecord | undefined {
    const { audit: log, now } = this.core;
    return log && new AuditRecord(request, requestAttributes(request), { id, log, now });
  }

  async #answerOrRefusal(
    request: ServerRequest,
    warnings: Set<string>,
    audit: AuditRecord | undefined,
  ): Promise<ServerResponse> {
    try {
      return await this.#answer(request, warnings, audit);
    } catch (error) {
      const status = statusOf(error);
      const { retryAfterSeconds } = status.details ?? {};
      const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
      return jsonResponse(status.code, status, headers);
    }
  }

  async #answer(
    received: ServerRequest,
    warnings: Set<string>,
    audit: AuditRecord | undefined,
  ): Promise<ServerResponse> {
    const request = { ...received, user: actingUser(this.core, received, audit) };
    const access = { user: request.user, ...requestAttributes(request).access };
    requireAccess(this.core, access, audit?.annotate ?? ignored);
    const call = this.#call(request, { warn: (text) => warnings.add(text), audit });
    if (call === undefined)
      return documentResponse(request, this.core.registry) ?? textResponse(404, '404 page not found\n');
    const { warning } = call.resource.custom ?? {};
    if (warning !== undefined) call.warn(warning);
    return this.#serve(call);
  }

  #call(request: ServerRequest, notes: Pick<Call, 'warn' | 'audit'>): Call | undefined {
    const path = resourcePath(request.path);
    return path && callOf(request, path, { registry: this.core.registry, ...notes });
  }

  #serve(call: Call): ServerResponse | Promise<ServerResponse> {
    const { core } = this;
    if (call.subresource !== undefined && call.subresource !== 'status') {
      const serve = subresourceOf(call);
      if (serve === undefined) throw unknownToUs(call);
      return serve(core, call);
    }
    if (isReview(call.resource)) return review(core, call);
    if (isBinding(call.resource)) return bind(core, call);
    if (isAnswered(call.resource)) throw unknownToUs(call);
    switch (call.verb) {
      case 'get':
        return get(core, call);
      case 'list':
        return list(core, call, this.#continuations);
      case 'watch':
        return watch(core, call);
      case 'create':
        return create(core, call);
      case 'update':
        return update(core, call);
      case 'patch':
        return patch(core, call);
      case 'delete':
        return deleteOne(core, call);
      case 'deletecollection':
        return deleteCollection(core, call);
    }
  }
}

/** Without an audit log there is nothing to annotate. */
const ignored: Annotate = () => {};

/** The legacy resource for binding Pods to nodes. */
function isBinding(resource: Resource): boolean {
  return tableOf(resource) === '/bindings';
}

/** Kinds that support only create are actions or questions, so each needs a handler of its own. */
function isAnswered({ verbs }: Resource): boolean {
  return verbs.length === 1 && verbs[0] === 'create';
}

/** Rejects loudly: a test must never pass because the server accepted something that it did not do. */
function unknownToUs({ resource, subresource }: Call): StatusError {
  const what = [resource.plural, subresource].filter(Boolean).join('/');
  const message = `the embedded API server does not support ${what}: use a real one`;
  return new StatusError(notImplemented(message));
}

function statusOfPatch({ code, message }: PatchError): Status {
  if (code === 500) return plainError(message);
  return code === 422 ? unprocessablePatch() : badRequest(message);
}

function statusOf(error: unknown): Status {
  if (error instanceof StatusError) return error.status;
  if (error instanceof ApplyConflict) return applyConflict(error.message, error.causes);
  if (error instanceof ApplyError)
    return error.code === 400 ? badRequest(error.message) : plainError(error.message);
  if (error instanceof PatchError) return statusOfPatch(error);
  return internalError(error instanceof Error ? error.message : String(error));
}
