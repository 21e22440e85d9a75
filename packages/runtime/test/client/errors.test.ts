import { describe, expect, it } from 'vitest';
import { errorFrom } from '../../src/client/error-from.ts';
import * as errors from '../../src/client/errors.ts';

const request = { method: 'POST', path: '/apis/apps/v1/namespaces/shop/deployments' };
const status = (reason: string, message = 'no') => JSON.stringify({ kind: 'Status', reason, message });

it('reads a Status from a response without kind and apiVersion', () => {
  const body = JSON.stringify({
    metadata: {},
    status: 'Failure',
    message: 'too late',
    reason: 'Timeout',
    code: 504,
  });

  expect(errorFrom(504, body, request)).toMatchObject({
    reason: 'Timeout',
    message: `${request.method} ${request.path}: too late`,
  });
});

describe('the error for a response', () => {
  it.each([
    [400, 'BadRequest', errors.BadRequestError],
    [401, 'Unauthorized', errors.UnauthorizedError],
    [403, 'Forbidden', errors.ForbiddenError],
    [404, 'NotFound', errors.NotFoundError],
    [409, 'Conflict', errors.ConflictError],
    [409, 'AlreadyExists', errors.AlreadyExistsError],
    [410, 'Gone', errors.ExpiredError],
    [410, 'Expired', errors.ExpiredError],
    [422, 'Invalid', errors.InvalidError],
    [429, 'TooManyRequests', errors.TooManyRequestsError],
    [500, 'InternalError', errors.ServerError],
    [418, 'Teapot', errors.ApiError],
  ])('has the class for %i %s', (code, reason, expected) => {
    const error = errorFrom(code, status(reason), request);
    expect(error.constructor).toBe(expected);
    expect(error).toBeInstanceOf(errors.ApiError);
    expect(error).toMatchObject({ code, reason, request, name: expected.name });
  });

  it('contains the body of a response that is not from the API server', () => {
    const error = errorFrom(502, '<html>Bad Gateway</html>', request);
    expect(error).toBeInstanceOf(errors.ServerError);
    expect(error.message).toBe(`POST ${request.path}: <html>Bad Gateway</html>`);
  });

  it('has the retry delay of the response', () => {
    expect(errorFrom(429, 'too many requests', request, 7).retryAfterSeconds).toBe(7);
    const body = { kind: 'Status', details: { retryAfterSeconds: 3 } } as const;
    expect(errorFrom(429, body, request).retryAfterSeconds).toBe(3);
  });
});

describe('a missing permission', () => {
  const user = 'User "system:serviceaccount:shop:controller-manager"';

  it.each([
    [
      'a resource',
      `deployments.apps is forbidden: ${user} cannot create resource "deployments" in API group "apps" in the namespace "shop"`,
      '// +rbac:groups=apps,resources=deployments,verbs=create',
    ],
    [
      'a subresource of one object, for the whole cluster',
      `nodes "n1" is forbidden: ${user} cannot patch resource "nodes/status" in API group "" at the cluster scope`,
      '// +rbac:groups=core,resources=nodes/status,verbs=patch',
    ],
    [
      'a watch of one object',
      `secrets "tls" is forbidden: ${user} cannot watch resource "secrets" in API group "" in the namespace "shop"`,
      '// +rbac:groups=core,resources=secrets,resourceNames=tls,verbs=watch',
    ],
    ['a path', `forbidden: ${user} cannot get path "/metrics"`, '// +rbac:urls=/metrics,verbs=get'],
  ])('of %s is reported with the RBAC marker to add', (_what, message, marker) => {
    const error = errorFrom(403, status('Forbidden', message), request) as errors.ForbiddenError;
    expect(error.marker).toBe(marker);
    expect(error.message).toContain(message);
    expect(error.message).toContain(`run \`opgen manifests\`:\n  ${marker}`);
  });

  it.each([
    [
      'a user',
      { username: 'jane@example.com' },
      '// +rbac:groups=core,resources=users,resourceNames=jane@example.com,verbs=impersonate',
    ],
    [
      'a ServiceAccount',
      { username: 'system:serviceaccount:shop:robot' },
      '// +rbac:groups=core,resources=serviceaccounts,resourceNames=robot,verbs=impersonate',
    ],
    [
      'a user with all attributes',
      { username: 'jane', groups: ['dev', 'on call'], uid: '7', extra: { scopes: ['view'] } },
      '// +rbac:groups=core;authentication.k8s.io,resources=users;groups;uids;userextras/scopes,' +
        'resourceNames=jane;dev;"on call";7;view,verbs=impersonate',
    ],
  ])('to impersonate %s is reported with the RBAC marker to add', (_what, impersonates, marker) => {
    const message = `pods is forbidden: ${user} cannot impersonate-on:user-info:list resource "pods" in API group ""`;
    const error = errorFrom(403, status('Forbidden', message), { ...request, impersonates });
    expect((error as errors.ForbiddenError).marker).toBe(marker);
  });

  it('is not reported if the impersonated user lacks it', () => {
    const message = 'pods is forbidden: User "jane" cannot list resource "pods" in API group ""';
    const failed = { ...request, impersonates: { username: 'jane' } };
    const error = errorFrom(403, status('Forbidden', message), failed) as errors.ForbiddenError;
    expect(error.marker).toBeUndefined();
    expect(error.message).not.toContain('opgen');
  });

  it('is not reported for an exceeded quota', () => {
    const error = errorFrom(
      403,
      status('Forbidden', 'pods "a" is forbidden: exceeded quota: small'),
      request,
    );
    expect((error as errors.ForbiddenError).marker).toBeUndefined();
    expect(error.message).not.toContain('opgen');
  });
});
