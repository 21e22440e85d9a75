import { resourcePath, selectedName, type Verb, verbOf } from '../serving/request-info.ts';
import type { ServerRequest } from '../serving/request.ts';
import type { Access } from './access.ts';

/** What a request wants to do, before the server knows whether its resource exists. */
export interface RequestAttributes {
  readonly verb: string;
  /** The version in the path of a resource. */
  readonly version?: string;
  readonly access: Access;
}

type Request = Pick<ServerRequest, 'method' | 'path' | 'query'>;

export function requestAttributes(request: Request): RequestAttributes {
  const { method, path } = request;
  const resource = resourcePath(path);
  if (resource === undefined) {
    const verb = method.toLowerCase();
    return { verb, access: { verb, nonResourcePath: path } };
  }
  const { group, version, plural, subresource } = resource;
  const verb = verbOfPath(request, resource);
  const name = resource.name ?? selectedName(request, verb as Verb);
  // A Namespace counts as in itself.
  const namespace = group === '' && plural === 'namespaces' ? resource.name : resource.namespace;
  return {
    verb,
    version,
    access: {
      verb,
      group,
      resource: plural,
      ...(subresource !== undefined && { subresource }),
      ...(namespace !== undefined && { namespace }),
      ...(name !== undefined && { name }),
    },
  };
}

/** A path that does not support the method is authorized too, before the server rejects it. */
function verbOfPath(
  request: Request,
  { name, subresource }: NonNullable<ReturnType<typeof resourcePath>>,
): string {
  const verb = verbOf(request, name !== undefined, subresource !== undefined);
  return verb ?? (request.method === 'POST' ? 'create' : request.method.toLowerCase());
}
