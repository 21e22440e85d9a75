import type { AuditRecord } from '../audit/audit-record.ts';
import { hasSubresource, type Resource } from '../resources/resource.ts';
import { methodNotAllowed, resourceNotFound, StatusError } from '../status-errors.ts';
import type { Registry } from '../resources/registry.ts';
import { requireValidOptions } from './options.ts';
import type { ServerRequest } from './request.ts';
import { type ResourcePath, type Verb, verbOf } from './request-info.ts';

/** A parsed request for a resource: verb, resource, user and options. */
export interface Call {
  readonly request: ServerRequest;
  readonly verb: Verb;
  readonly resource: Resource;
  readonly path: ResourcePath;
  /** `status`, `scale`, …; undefined for the object itself. */
  readonly subresource: string | undefined;
  /** The field manager that will own the written fields. */
  readonly manager: string;
  readonly dryRun: boolean;
  /** Adds a warning to the response, whatever the outcome. */
  readonly warn: (text: string) => void;
  /** What the audit log says about the request, if the cluster has one. */
  readonly audit: AuditRecord | undefined;
}

/** The maximum length of a field manager's name. */
const maxManagerLength = 128;

/** Parses a request, or rejects it; undefined if the path is not served. */
export function callOf(
  request: ServerRequest,
  path: ResourcePath,
  { registry, warn, audit }: { registry: Registry } & Pick<Call, 'warn' | 'audit'>,
): Call | undefined {
  const resource = registry.find(path.group, path.version, path.plural);
  if (resource === undefined) {
    if (registry.servesBuiltin(path.group)) throw new StatusError(resourceNotFound());
    return undefined;
  }
  const { name, namespace, subresource } = path;
  if (resource.namespaced ? name !== undefined && namespace === undefined : namespace !== undefined) {
    throw new StatusError(resourceNotFound());
  }
  const isUnknown = path.subpath !== undefined && subresource !== 'proxy';
  if (subresource !== undefined && (isUnknown || !hasSubresource(resource, subresource))) {
    if (resource.custom === undefined) throw new StatusError(resourceNotFound());
    return undefined;
  }
  const verb = verbOf(request, name !== undefined, subresource !== undefined);
  if (verb === undefined || !verbsOf(resource, subresource).includes(verb)) {
    throw new StatusError(methodNotAllowed());
  }
  // The query of a proxied request is for its target.
  if (subresource !== 'proxy') requireValidOptions(request, verb, resource.minor);
  return {
    request,
    verb,
    resource,
    path,
    subresource,
    manager: managerOf(request),
    dryRun: request.query.has('dryRun'),
    warn,
    audit,
  };
}

function verbsOf(resource: Resource, subresource: string | undefined): readonly string[] {
  if (subresource === undefined) return resource.verbs;
  return resource.subresources.find(({ name }) => name === subresource)?.verbs ?? [];
}

/** The field manager: from the query, or the first word of the user agent. */
function managerOf({ query, headers }: ServerRequest): string {
  const agent = (headers['user-agent'] ?? '').split('/')[0] ?? '';
  return query.get('fieldManager') || agent.slice(0, maxManagerLength) || 'unknown';
}
