import { expect, test } from 'vitest';
import type { Marker } from '../../src/markers/marker.ts';
import { isDiagnostic, readMarker } from '../../src/markers/read-marker.ts';
import type { Diagnostic } from '../../src/diagnostics.ts';
import { loadBuiltInResources } from '../../src/kubernetes/built-in-resources.ts';
import type { Role } from '../../src/kubernetes/role.ts';
import { KnownResources } from '../../src/manifests/known-resources.ts';
import { roles } from '../../src/manifests/role.ts';

const builtIn = await loadBuiltInResources();
const place = { file: 'src/controllers/memcached.controller.ts', line: 1, column: 4 };

function rolesOf(...lines: string[]) {
  const markers = lines.map((text) => readMarker({ text, place }));
  const problems = markers.filter(
    (marker): marker is Diagnostic => marker !== undefined && isDiagnostic(marker),
  );
  const read = markers.filter((marker): marker is Marker => marker !== undefined && !isDiagnostic(marker));
  const context = {
    known: new KnownResources([], builtIn),
    namespaced: false,
    namespace: undefined,
    problems,
  };
  return {
    roles: (roles(read, context).get('role.yaml') ?? []) as Role[],
    messages: problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  };
}

test('no verb is lost when joined groups make two rules alike', () => {
  const { roles } = rolesOf(
    '+rbac:groups=g1,resources=x,verbs=get',
    '+rbac:groups=g1;g2,resources=x,verbs=list',
    '+rbac:groups=g2,resources=x,verbs=get',
  );
  expect(roles[0]?.rules).toEqual([{ apiGroups: ['g1', 'g2'], resources: ['x'], verbs: ['get', 'list'] }]);
});

test('rules of equal verbs are joined and sorted, core is the empty group, * stands for all verbs', () => {
  const { roles } = rolesOf(
    '+kubebuilder:rbac:groups=apps,resources=statefulsets;deployments,verbs=watch;get',
    '+kubebuilder:rbac:groups=core,resources=pods,verbs=get;*',
    '+kubebuilder:rbac:urls=/metrics,verbs=get',
  );
  expect(roles[0]?.rules).toEqual([
    { nonResourceURLs: ['/metrics'], verbs: ['get'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['*'] },
    { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: ['get', 'watch'] },
  ]);
});

test('a namespace makes a Role, roleName names it', () => {
  const { roles } = rolesOf(
    '+rbac:groups=apps,resources=deployments,verbs=get,namespace=cache,roleName=reader',
  );
  expect(roles.map(({ kind, metadata }) => ({ kind, ...metadata }))).toEqual([
    { kind: 'ClusterRole', name: 'manager-role' },
    { kind: 'Role', name: 'reader', namespace: 'cache' },
    { kind: 'RoleBinding', name: 'reader-rolebinding', namespace: 'cache' },
  ]);
});

test.each([
  ['+rbac:resources=pods,verbs=get', 'resources need their groups'],
  ['+rbac:groups=core,verbs=get', 'a permission needs resources or urls'],
  ['+rbac:urls=/metrics,verbs=get,namespace=cache', 'urls belong to the whole cluster'],
  ['+rbac:groups=core,resources=pods', "+rbac: 'verbs' is missing"],
])('%s: %s', (line, message) => {
  expect(rolesOf(line).messages).toEqual([message]);
});
