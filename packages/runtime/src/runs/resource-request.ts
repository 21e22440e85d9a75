import type { TransportRequest } from '../transport/transport.ts';
import type { RunCall } from './run.ts';

/** What a request does to which resource, as in the API server's audit log. */
export type ResourceRequest = Pick<
  RunCall,
  'verb' | 'group' | 'resource' | 'subresource' | 'namespace' | 'name'
> & {
  /** Empty for URLs that are not of a resource. */
  readonly apiVersion: string;
};

/** Reads the resource and the verb from the path and the method of a request. */
export function resourceRequest({ method, path, headers = {} }: TransportRequest): ResourceRequest {
  const [location = ''] = path.split('?', 1);
  const match =
    /^\/(?:api|apis\/([^/]+))\/([^/]+)\/(?:namespaces\/([^/]+)\/(?!status$|finalize$))?(.+)$/.exec(location);
  if (match === null) {
    return { verb: verbOf(method, headers, true), group: '', apiVersion: '', resource: location };
  }
  const [, group = '', version = '', namespace, rest = ''] = match;
  const [resource = '', name, ...sub] = rest.split('/').map(decodeURIComponent);
  return {
    verb: verbOf(method, headers, name !== undefined),
    group,
    apiVersion: group === '' ? version : `${group}/${version}`,
    resource,
    ...(namespace !== undefined && { namespace: decodeURIComponent(namespace) }),
    ...(name !== undefined && { name }),
    ...(sub.length > 0 && { subresource: sub.join('/') }),
  };
}

function verbOf(
  method: string,
  headers: TransportRequest['headers'] & object,
  named: boolean,
): RunCall['verb'] {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return headers['content-type'] === 'application/apply-patch+yaml' ? 'apply' : 'patch';
    case 'DELETE':
      return named ? 'delete' : 'deletecollection';
    default:
      return named ? 'get' : 'list';
  }
}
