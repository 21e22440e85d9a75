import type { TransportRequest } from '@opgen/runtime/transport';
import type { Access } from '../api-server/authorization/access.ts';
import { requestAttributes } from '../api-server/authorization/request-attributes.ts';
import { readTarget } from '../api-server/http/request-target.ts';

/** The permission that the API server checks for a request. */
export function accessOf({ method, path }: Pick<TransportRequest, 'method' | 'path'>): Access {
  return requestAttributes({ method, ...readTarget(path) }).access;
}
