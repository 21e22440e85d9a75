import type { JsonObject } from '@opgen/rules/json';
import { userInfo } from '../authentication/user-info.ts';
import type { Attributes, GroupVersionKind } from './attributes.ts';
import type { Match } from './matching.ts';

/** A write as the request of an AdmissionReview describes it, without uid and objects. */
export function requestOf(
  { resource, kind }: Match,
  { resource: requested, kind: requestKind, subresource, name, namespace, operation, ...rest }: Attributes,
): JsonObject {
  const { user, dryRun, options } = rest;
  return {
    kind: groupVersionKind(kind),
    resource: { group: resource.group, version: resource.version, resource: resource.plural },
    ...(subresource !== undefined && { subResource: subresource }),
    requestKind: groupVersionKind(requestKind),
    requestResource: { group: requested.group, version: requested.version, resource: requested.plural },
    ...(subresource !== undefined && { requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: userInfo(user),
    dryRun,
    options,
  };
}

function groupVersionKind({ group, version, kind }: GroupVersionKind): JsonObject {
  return { group, version, kind };
}
