import { decision, granted } from '../authorization/authorizer.ts';
import type { AccessRequest } from '../authorization/rbac.ts';
import type { Core } from '../core.ts';
import { type FieldError, invalid } from '@opgen/rules/field-errors';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { badRequest, invalidStatus, StatusError } from '../status-errors.ts';
import type { Call } from '../serving/call.ts';
import type { User } from '../serving/request.ts';

/** Whether the user who sends the request may do something. */
export function selfSubjectAccess(core: Core, { request }: Call, spec: JsonObject): JsonObject {
  requireValid(problemsOfAttributes(spec));
  return { ...decision(core, accessOf(request.user, spec)) };
}

/** Whether any given user may do something. */
export function subjectAccess(core: Core, _: Call, spec: JsonObject): JsonObject {
  requireValid([...problemsOfAttributes(spec), ...problemsOfSubject(spec)]);
  return { ...decision(core, accessOf(subjectOf(spec), spec)) };
}

/** The same within one namespace, for users who may only create reviews there. */
export function localSubjectAccess(core: Core, call: Call, spec: JsonObject): JsonObject {
  const { resourceAttributes, nonResourceAttributes } = spec;
  if (isObject(nonResourceAttributes)) {
    const problem = 'disallowed on this kind of request';
    requireValid([invalid('spec.nonResourceAttributes', inGo(nonResourceAttributes), problem)]);
  }
  const namespace = isObject(resourceAttributes) ? text(resourceAttributes['namespace']) : '';
  if (namespace !== call.path.namespace) {
    const field = 'spec.resourceAttributes.namespace';
    requireValid([invalid(field, namespace, 'must match metadata.namespace')]);
  }
  return subjectAccess(core, call, spec);
}

/** Everything that the user who sends the request may do in a namespace. */
export function selfSubjectRules(core: Core, { request }: Call, spec: JsonObject): JsonObject {
  const namespace = text(spec['namespace']);
  if (namespace === '') throw new StatusError(badRequest('no namespace on request'));
  const { grants, missing } = granted(core, request.user, namespace);
  const rules = grants.map(({ rule }) => rule);
  return {
    resourceRules: rules
      .filter(({ resources = [] }) => resources.length > 0)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs,
        apiGroups,
        resources,
        ...(resourceNames && { resourceNames }),
      })),
    nonResourceRules: rules
      .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
    ...(missing.length > 0 && { evaluationError: missing.join(', ') }),
  };
}

function accessOf(user: User, { resourceAttributes, nonResourceAttributes }: JsonObject): AccessRequest {
  if (!isObject(resourceAttributes)) {
    const { verb, path } = nonResourceAttributes as JsonObject;
    return { user, verb: text(verb), nonResourcePath: text(path) };
  }
  const { verb, group, resource, subresource, namespace, name } = resourceAttributes;
  return {
    user,
    verb: text(verb),
    group: text(group),
    resource: text(resource),
    subresource: text(subresource),
    namespace: text(namespace),
    name: text(name),
  };
}

function subjectOf({ user, groups }: JsonObject): User {
  return { name: text(user), groups: Array.isArray(groups) ? groups.map(String) : [] };
}

function problemsOfAttributes({ resourceAttributes, nonResourceAttributes }: JsonObject): FieldError[] {
  const [resource, path] = [isObject(resourceAttributes), isObject(nonResourceAttributes)];
  if (resource && path) {
    const problem = 'cannot be specified in combination with resourceAttributes';
    return [invalid('spec.nonResourceAttributes', inGo(nonResourceAttributes as JsonObject), problem)];
  }
  if (resource || path) return [];
  const problem = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalid('spec.resourceAttributes', null, problem)];
}

function problemsOfSubject({ user, groups }: JsonObject): FieldError[] {
  if (text(user) !== '' || (Array.isArray(groups) && groups.length > 0)) return [];
  return [invalid('spec.user', '', 'at least one of user or group must be specified')];
}

/** The server prints this value with the names of its Go fields. */
function inGo({ path, verb }: JsonObject): JsonObject {
  return { Path: text(path), Verb: text(verb) };
}

function requireValid(errors: readonly FieldError[]): void {
  // The message contains only the group, because these objects are never stored.
  if (errors.length > 0) throw new StatusError(invalidStatus('', 'authorization.k8s.io', '', errors));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
