import { randomUUID } from 'node:crypto';
import type { Core } from '../core.ts';
import { goQuote } from '@opgen/rules/go-text';
import { forbiddenRequest, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { post, WebhookCallError } from '../webhook-calls/post.ts';
import type { Attributes } from './attributes.ts';
import { readResponse, type Verdict } from './admission-response.ts';
import { CallFailure } from './failures.ts';
import type { Invocation } from './invocation.ts';
import { judge } from '@opgen/rules/match-conditions';
import { authorizeFor } from './authorize.ts';
import { requestOf } from './request.ts';

/** The objects of a write, in the version that a webhook wants. */
export interface Versioned {
  readonly object: StoredObject | undefined;
  readonly oldObject: StoredObject | undefined;
}

/** Calls a webhook for a write. Throws a CallFailure if the call fails. */
export async function ask(
  invocation: Invocation,
  attributes: Attributes,
  versioned: Versioned,
  isMutating: boolean,
): Promise<Verdict> {
  const { webhook } = invocation;
  const uid = randomUUID();
  const version = webhook.admissionReviewVersions.find((each) => each === 'v1' || each === 'v1beta1') ?? 'v1';
  const apiVersion = `admission.k8s.io/${version}`;
  const { object = null, oldObject = null } = versioned;
  const request = { uid, ...requestOf(invocation, attributes), object, oldObject };
  const review = { kind: 'AdmissionReview', apiVersion, request };
  try {
    const answer = await post(webhook.clientConfig, review, {
      timeout: webhook.timeoutSeconds,
      sendsTimeout: true,
    });
    const verdict = readResponse(answer, { uid, isMutating, isStrict: version === 'v1' });
    for (const [key, value] of Object.entries(verdict.auditAnnotations))
      attributes.annotate(`${webhook.name}/${key}`, String(value));
    return verdict;
  } catch (error) {
    if (error instanceof WebhookCallError) {
      throw new CallFailure(
        `failed calling webhook ${goQuote(webhook.name)}: failed to call webhook: ${error.message}`,
      );
    }
    if (error instanceof CallFailure) {
      throw new CallFailure(
        `failed calling webhook ${goQuote(webhook.name)}: received invalid webhook response: ${error.message}`,
      );
    }
    throw error;
  }
}

/** True if the matchConditions of a webhook match a write. If an evaluation fails, the failurePolicy decides. */
export function meetsConditions(
  core: Core,
  invocation: Invocation,
  attributes: Attributes,
  versioned: Versioned,
): boolean {
  const { matchConditions = [], failurePolicy } = invocation.webhook;
  if (matchConditions.length === 0) return true;
  const request = requestOf(invocation, attributes);
  const authorize = authorizeFor(core, attributes.user);
  const { matches, problems } = judge(matchConditions, { ...versioned, request, authorize });
  if (!matches || (problems.length > 0 && failurePolicy === 'Ignore')) return false;
  if (problems.length === 0) return true;
  const cause = problems.length === 1 ? String(problems[0]) : `[${problems.join(', ')}]`;
  const { group, plural } = attributes.resource;
  throw new StatusError(forbiddenRequest({ group, resource: plural }, attributes.name, cause));
}
