import { userInfo } from '../authentication/user-info.ts';
import { type Core, timestamp } from '../core.ts';
import { defaulted } from '../resources/admission.ts';
import { type Resource, tableOf } from '../resources/resource.ts';
import { isObject, type JsonObject, metadataIn } from '@opgen/rules/json';
import { readObject } from '../serving/body.ts';
import type { Call } from '../serving/call.ts';
import { requireNoTable } from '../serving/present.ts';
import { jsonResponse, type ServerResponse } from '../serving/request.ts';
import { localSubjectAccess, selfSubjectAccess, selfSubjectRules, subjectAccess } from './access-review.ts';
import { tokenReview } from './token-review.ts';
import { requireType } from './types.ts';
import { recorded, withMetadata } from './write.ts';

/** Computes the status of a review. */
type Review = (core: Core, call: Call, spec: JsonObject) => JsonObject;

/** Kinds of reviews: the server answers them and stores nothing. */
const reviews: Readonly<Record<string, Review>> = {
  'authorization.k8s.io/selfsubjectaccessreviews': selfSubjectAccess,
  'authorization.k8s.io/selfsubjectrulesreviews': selfSubjectRules,
  'authorization.k8s.io/subjectaccessreviews': subjectAccess,
  'authorization.k8s.io/localsubjectaccessreviews': localSubjectAccess,
  'authentication.k8s.io/selfsubjectreviews': (_, { request }) => ({ userInfo: userInfo(request.user) }),
  'authentication.k8s.io/tokenreviews': tokenReview,
};

export function isReview(resource: Resource): boolean {
  return Object.hasOwn(reviews, tableOf(resource));
}

export function review(core: Core, call: Call): ServerResponse {
  const { request, resource, path } = call;
  requireNoTable(request);
  const body = readObject(request);
  requireType(resource, body);
  const { namespace } = path;
  const metadata = {
    ...metadataIn(body),
    ...(namespace && { namespace }),
  };
  const proposed = recorded(core, call, defaulted(resource, { ...body, metadata }));
  const spec = isObject(body['spec']) ? body['spec'] : {};
  const status = reviews[tableOf(resource)]?.(core, call, spec);
  // This is the only review with a creationTimestamp.
  const isDated = resource.kind === 'SelfSubjectReview';
  const answer = isDated ? withMetadata(proposed, { creationTimestamp: timestamp(core) }) : proposed;
  // A SelfSubjectRulesReview is returned without its spec.
  const shown = resource.kind === 'SelfSubjectRulesReview' ? { ...answer, spec: {} } : answer;
  return jsonResponse(201, { ...shown, status });
}
