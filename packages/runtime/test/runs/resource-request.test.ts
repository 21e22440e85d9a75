import { expect, test } from 'vitest';
import { resourceRequest } from '../../src/runs/resource-request.ts';

test.each([
  ['GET', '/api/v1/namespaces/default/pods/web-0', 'get pods default web-0'],
  ['GET', '/api/v1/pods?limit=500', 'list pods'],
  ['POST', '/apis/apps/v1/namespaces/default/deployments?fieldManager=x', 'create deployments.apps default'],
  ['PUT', '/api/v1/namespaces/default', 'update namespaces default'],
  ['PUT', '/api/v1/namespaces/default/finalize', 'update namespaces/finalize default'],
  ['PATCH', '/apis/apps/v1/namespaces/a/deployments/web/status', 'patch deployments.apps/status a web'],
  ['DELETE', '/apis/apps/v1/namespaces/a/deployments/web', 'delete deployments.apps a web'],
  ['DELETE', '/apis/apps/v1/namespaces/a/deployments', 'deletecollection deployments.apps a'],
  [
    'GET',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
    'get clusterroles.rbac.authorization.k8s.io system:node',
  ],
  ['GET', '/version', 'get /version'],
  ['GET', '/apis', 'get /apis'],
])('%s %s is %s', (method, path, expected) => {
  const { verb, group, resource, subresource, namespace, name } = resourceRequest({ method, path });
  const what = `${resource}${group && `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  expect([verb, what, namespace, name].filter((part) => part !== undefined).join(' ')).toBe(expected);
});

test('the content type distinguishes an apply from other patches', () => {
  const path = '/api/v1/namespaces/default/configmaps/settings';
  const verbOf = (type: string): string =>
    resourceRequest({ method: 'PATCH', path, headers: { 'content-type': type } }).verb;
  expect(verbOf('application/apply-patch+yaml')).toBe('apply');
  expect(verbOf('application/merge-patch+json')).toBe('patch');
});
