import { ownAudience } from '../authentication/tokens.ts';
import { userInfo } from '../authentication/user-info.ts';
import type { Core } from '../core.ts';
import type { JsonObject } from '@opgen/rules/json';
import { badRequest, StatusError } from '../status-errors.ts';
import type { Call } from '../serving/call.ts';

/** Authenticates a token for a server that received it. */
export function tokenReview({ tokens }: Core, _: Call, { token, audiences }: JsonObject): JsonObject {
  if (typeof token !== 'string' || token === '') {
    throw new StatusError(badRequest('token is required for TokenReview in authentication'));
  }
  const wanted = Array.isArray(audiences) && audiences.length > 0 ? audiences.map(String) : [ownAudience];
  const finding = tokens.review(token, wanted);
  if ('problem' in finding) return { user: {}, error: finding.problem };
  return { authenticated: true, user: userInfo(finding.user), audiences: finding.audiences };
}
