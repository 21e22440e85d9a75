import type { TransportRequest } from '@opgen/runtime/transport';
import type { AccessRequest } from '../api-server/authorization/rbac.ts';
import { readTarget } from '../api-server/http/request-target.ts';
import { resourcePath, selectedName, verbOf } from '../api-server/serving/request-info.ts';

/** What a request needs permission for: a verb on a resource, or on a path outside resources. */
export type Access = Omit<AccessRequest, 'user'>;

/** The permission that the API server checks for a request. */
export function accessOf({ method, path: target }: Pick<TransportRequest, 'method' | 'path'>): Access {
  const { path, query } = readTarget(target);
  const found = resourcePath(path);
  if (found === undefined) return { verb: method.toLowerCase(), nonResourcePath: path };
  const { group, plural, subresource, namespace } = found;
  const verb = verbOf({ method, query }, found.name !== undefined, subresource !== undefined);
  const name = found.name ?? selectedName({ query }, verb);
  return {
    verb: verb ?? method.toLowerCase(),
    group,
    resource: plural,
    ...(subresource !== undefined && { subresource }),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
  };
}
