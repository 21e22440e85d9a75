import { isAllowed } from '../authorization/authorizer.ts';
import type { Core } from '../core.ts';
import { defaulted } from '../resources/admission.ts';
import { type Resource, tableOf } from '../resources/resource.ts';
import { isObject, type JsonObject } from '../schema/json.ts';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { jsonResponse, type ServerResponse, type User } from '../serving/request.ts';
import { requireType } from './types.ts';

type Review = (core: Core, user: User, spec: JsonObject) => JsonObject;

/** Kinds that are questions: they are answered, and not stored. */
const reviews: Readonly<Record<string, Review>> = {
  'authorization.k8s.io/selfsubjectaccessreviews': access,
  'authorization.k8s.io/subjectaccessreviews': (core, _, spec) => access(core, subjectOf(spec), spec),
  'authorization.k8s.io/localsubjectaccessreviews': (core, _, spec) => access(core, subjectOf(spec), spec),
  'authentication.k8s.io/selfsubjectreviews': (_, { name, groups }) => ({
    userInfo: { username: name, groups },
  }),
};

export function isReview(resource: Resource): boolean {
  return Object.hasOwn(reviews, tableOf(resource));
}

export function review(core: Core, { request, resource }: Call): ServerResponse {
  const body = readObject(request);
  requireType(resource, body);
  const spec = isObject(body['spec']) ? body['spec'] : {};
  const status = reviews[tableOf(resource)]?.(core, request.user, spec);
  return jsonResponse(201, { ...defaulted(resource, body), status });
}

function access(
  core: Core,
  user: User,
  { resourceAttributes, nonResourceAttributes }: JsonObject,
): JsonObject {
  const asked = isObject(resourceAttributes) ? resourceAttributes : {};
  const path = isObject(nonResourceAttributes) ? nonResourceAttributes : {};
  const what = isObject(resourceAttributes)
    ? {
        group: text(asked['group']),
        resource: text(asked['resource']),
        subresource: text(asked['subresource']),
        namespace: text(asked['namespace']),
        name: text(asked['name']),
      }
    : { nonResourcePath: text(path['path']) };
  return { allowed: isAllowed(core, { user, verb: text(asked['verb'] ?? path['verb']), ...what }) };
}

function subjectOf({ user, groups }: JsonObject): User {
  return { name: String(user ?? ''), groups: Array.isArray(groups) ? groups.map(String) : [] };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
