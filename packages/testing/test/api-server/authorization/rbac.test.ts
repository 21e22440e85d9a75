import { expect, it } from 'vitest';
import type { PolicyRule, RbacPolicy, Subject } from '../../../src/api-server/authorization/rbac-policy.ts';
import {
  authorize,
  forbiddenMessage,
  type AccessRequest,
} from '../../../src/api-server/authorization/rbac.ts';

const alice = { name: 'alice', groups: ['developers', 'system:authenticated'] };
const operator = {
  name: 'system:serviceaccount:memcached-system:manager',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:memcached-system', 'system:authenticated'],
};
const nothing: RbacPolicy = { roles: [], clusterRoles: [], roleBindings: [], clusterRoleBindings: [] };
const listDeployments: AccessRequest = {
  user: alice,
  verb: 'list',
  group: 'apps',
  resource: 'deployments',
  namespace: 'default',
};

/** Alice's role, cluster-wide. */
function clusterWide(rule: PolicyRule, subject: Subject = { kind: 'User', name: 'alice' }): RbacPolicy {
  const metadata = { name: 'memcached-editor' };
  const roleRef = { kind: 'ClusterRole', name: 'memcached-editor' };
  return {
    ...nothing,
    clusterRoles: [{ metadata, rules: [rule] }],
    clusterRoleBindings: [{ metadata, roleRef, subjects: [subject] }],
  };
}

const deployments: PolicyRule = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list', 'get'] };

const cases: [sentence: string, request: Partial<AccessRequest>, policy: RbacPolicy, allowed: boolean][] = [
  ['nothing is allowed without a role', {}, nothing, false],
  ['administrators need no role', { user: { name: 'root', groups: ['system:masters'] } }, nothing, true],
  ['a role allows its verbs', {}, clusterWide(deployments), true],
  ['a role allows no other verb', { verb: 'delete' }, clusterWide(deployments), false],
  ['a role allows no other group', { group: 'extensions' }, clusterWide(deployments), false],
  ['a role says nothing of subresources', { subresource: 'status' }, clusterWide(deployments), false],
  [
    'a subresource is named with its resource',
    { subresource: 'status' },
    clusterWide({ ...deployments, resources: ['deployments/status'] }),
    true,
  ],
  [
    'a subresource of all resources',
    { subresource: 'scale' },
    clusterWide({ ...deployments, resources: ['*/scale'] }),
    true,
  ],
  [
    'stars allow everything',
    { verb: 'delete', subresource: 'status' },
    clusterWide({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }),
    true,
  ],
  [
    'a named object',
    { verb: 'get', name: 'cache' },
    clusterWide({ ...deployments, resourceNames: ['cache'] }),
    true,
  ],
  [
    'another object than the named one',
    { verb: 'get', name: 'web' },
    clusterWide({ ...deployments, resourceNames: ['cache'] }),
    false,
  ],
  ['a list where one object is named', {}, clusterWide({ ...deployments, resourceNames: ['cache'] }), false],
  ['a group of users', {}, clusterWide(deployments, { kind: 'Group', name: 'developers' }), true],
  [
    'a service account',
    { user: operator },
    clusterWide(deployments, { kind: 'ServiceAccount', name: 'manager', namespace: 'memcached-system' }),
    true,
  ],
  [
    'all service accounts of a namespace',
    { user: operator },
    clusterWide(deployments, { kind: 'Group', name: 'system:serviceaccounts:memcached-system' }),
    true,
  ],
];

for (const [sentence, request, policy, allowed] of cases) {
  it(`${allowed ? 'allows' : 'refuses'}: ${sentence}`, () => {
    expect(authorize({ ...listDeployments, ...request }, policy)).toBe(allowed);
  });
}

it('keeps a role binding to its namespace', () => {
  const metadata = { name: 'editor', namespace: 'default' };
  const policy: RbacPolicy = {
    ...nothing,
    roles: [{ metadata, rules: [deployments] }],
    roleBindings: [
      { metadata, roleRef: { kind: 'Role', name: 'editor' }, subjects: [{ kind: 'User', name: 'alice' }] },
    ],
  };
  expect(authorize(listDeployments, policy)).toBe(true);
  expect(authorize({ ...listDeployments, namespace: 'other' }, policy)).toBe(false);
  expect(authorize({ ...listDeployments, namespace: '' }, policy)).toBe(false);
});

it('collects the rules of an aggregated role', () => {
  const policy = clusterWide({ verbs: [] });
  const aggregated: RbacPolicy = {
    ...policy,
    clusterRoles: [
      {
        metadata: { name: 'memcached-editor' },
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { aggregate: 'editor' } }] },
      },
      { metadata: { name: 'part', labels: { aggregate: 'editor' } }, rules: [deployments] },
    ],
  };
  expect(authorize(listDeployments, aggregated)).toBe(true);
});

const paths: [path: string, groups: string[], allowed: boolean][] = [
  ['/apis/apps/v1', ['system:authenticated'], true],
  ['/openapi/v3', ['system:authenticated'], true],
  ['/healthz', ['system:unauthenticated'], true],
  ['/apis', ['system:unauthenticated'], false],
  ['/metrics', ['system:authenticated'], false],
];

for (const [nonResourcePath, groups, allowed] of paths) {
  it(`${allowed ? 'opens' : 'closes'} ${nonResourcePath} to ${groups[0]}`, () => {
    expect(authorize({ user: { name: 'alice', groups }, verb: 'get', nonResourcePath }, nothing)).toBe(
      allowed,
    );
  });
}

it('lets every authenticated user review their own permissions', () => {
  const request = {
    user: alice,
    verb: 'create',
    group: 'authorization.k8s.io',
    resource: 'selfsubjectaccessreviews',
  };
  expect(authorize(request, nothing)).toBe(true);
});

const messages: [request: Partial<AccessRequest>, message: string][] = [
  [
    {},
    'deployments.apps is forbidden: User "alice" cannot list resource "deployments" in API group "apps" in the namespace "default"',
  ],
  [
    { namespace: '', verb: 'get', name: 'cache', subresource: 'status' },
    'deployments.apps "cache" is forbidden: User "alice" cannot get resource "deployments/status" in API group "apps" at the cluster scope',
  ],
];

for (const [request, message] of messages) {
  it(`says ${message}`, () => expect(forbiddenMessage({ ...listDeployments, ...request })).toBe(message));
}

it('names the requested path', () => {
  expect(forbiddenMessage({ user: alice, verb: 'get', nonResourcePath: '/metrics' })).toBe(
    'forbidden: User "alice" cannot get path "/metrics"',
  );
});

it('names a bound role that does not exist', () => {
  const policy = { ...clusterWide(deployments), clusterRoles: [] };
  expect(forbiddenMessage(listDeployments, policy)).toMatch(
    /: RBAC: clusterrole\.rbac\.authorization\.k8s\.io "memcached-editor" not found$/,
  );
});
