import { hasSubresource, type Resource } from '../resources/resource.ts';
import { methodNotAllowed, resourceNotFound, StatusError } from '../status-errors.ts';
import type { Registry } from '../resources/registry.ts';
import { requireValidOptions } from './options.ts';
import type { ServerRequest } from './request.ts';
import { type ResourcePath, type Verb, verbOf } from './request-info.ts';

/** A request for a resource, understood: which verb, on what, by whom, and how. */
export interface Call {
  readonly request: ServerRequest;
  readonly verb: Verb;
  readonly resource: Resource;
  readonly path: ResourcePath;
  /** `status`, `scale` …; undefined for the object itself. */
  readonly subresource: string | undefined;
  /** Who is to own the fields that are written. */
  readonly manager: string;
  readonly dryRun: boolean;
  /** Tells the client something, whatever comes of the request. */
  readonly warn: (text: string) => void;
}

/** Longest name of a field manager. */
const longestManager = 128;

/** Understands a request, or refuses it; undefined where the path leads to nothing that is served. */
export function callOf(
  request: ServerRequest,
  path: ResourcePath,
  { registry, warn }: { registry: Registry; warn: Call['warn'] },
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
  if (subresource !== undefined && !hasSubresource(resource, subresource)) {
    if (resource.custom === undefined) throw new StatusError(resourceNotFound());
    return undefined;
  }
  const verb = verbOf(request, name !== undefined, subresource !== undefined);
  if (verb === undefined || !verbsOf(resource, subresource).includes(verb)) {
    throw new StatusError(methodNotAllowed());
  }
  requireValidOptions(request, verb);
  return {
    request,
    verb,
    resource,
    path,
    subresource,
    manager: managerOf(request),
    dryRun: request.query.has('dryRun'),
    warn,
  };
}

function verbsOf(resource: Resource, subresource: string | undefined): readonly string[] {
  if (subresource === undefined) return resource.verbs;
  return resource.subresources.find(({ name }) => name === subresource)?.verbs ?? [];
}

/** As the server names it: what the request says, or the first word of the user agent. */
function managerOf({ query, headers }: ServerRequest): string {
  const agent = (headers['user-agent'] ?? '').split('/')[0] ?? '';
  return query.get('fieldManager') || agent.slice(0, longestManager) || 'unknown';
}
