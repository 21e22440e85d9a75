import { nameInFieldSelector } from '@opgen/rules/selectors';
import type { ServerRequest } from './request.ts';

/** What a path under /api or /apis addresses. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
  /** What follows a subresource, such as `/healthz` after `proxy`. */
  readonly subpath?: string;
}

export function resourcePath(path: string): ResourcePath | undefined {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [root, ...rest] = parts;
  if (root !== 'api' && root !== 'apis') return undefined;
  const group = root === 'api' ? '' : rest.shift();
  const version = rest.shift();
  if (group === undefined || version === undefined || rest.length === 0) return undefined;
  const inNamespace = rest[0] === 'namespaces' && rest.length > 2 && !isNamespaceSubresource(rest);
  const namespace = inNamespace ? rest[1] : undefined;
  const [plural = '', name, ...sub] = inNamespace ? rest.slice(2) : rest;
  return {
    group,
    version,
    plural,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(sub[0] === undefined ? {} : { subresource: sub[0] }),
    ...subpathOf(path, parts.length - sub.length, sub),
  };
}

/** What follows a subresource. It stays encoded, and may end with a slash. */
function subpathOf(path: string, before: number, sub: readonly string[]): Pick<ResourcePath, 'subpath'> {
  if (sub.length === 0) return {};
  const [, subpath] = new RegExp(`^(?:/+[^/]+){${before + 1}}(/.*)$`).exec(path) ?? [];
  return subpath === undefined || (sub[0] !== 'proxy' && subpath === '/') ? {} : { subpath };
}

function isNamespaceSubresource(rest: readonly string[]): boolean {
  return rest.length === 3 && ['status', 'finalize'].includes(rest[2] ?? '');
}

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** The verb of a method; POST to a named object is only valid for its subresources. */
export function verbOf(
  { method, query }: Pick<ServerRequest, 'method' | 'query'>,
  named: boolean,
  isSubresource: boolean,
): Verb | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (named) return 'get';
      return ['1', 'true'].includes(query.get('watch') ?? '') ? 'watch' : 'list';
    case 'POST':
      return named && !isSubresource ? undefined : 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return named ? 'delete' : 'deletecollection';
    default:
      return undefined;
  }
}

/** The object of a list or watch with a field selector for one name, which a rule with `resourceNames` allows. */
export function selectedName(
  { query }: Pick<ServerRequest, 'query'>,
  verb: Verb | undefined,
): string | undefined {
  const selector = verb === 'list' || verb === 'watch' ? query.get('fieldSelector') : null;
  const name = selector === null ? undefined : nameInFieldSelector(selector);
  return name !== undefined && !/^\.{0,2}$|[/%]/.test(name) ? name : undefined;
}
