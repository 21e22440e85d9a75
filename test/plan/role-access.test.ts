import type { PolicyRule } from '@opgen/testing';
import { expect, test } from 'vitest';
import type { RoleManifest } from '../../src/dev/permissions/bound-roles.ts';
import { roleAccess } from '../../src/plan/role-access.ts';

const account = { name: 'shop-controller-manager', namespace: 'shop-system' };

function grant(kind: 'ClusterRole' | 'Role', name: string, rules: readonly PolicyRule[]): RoleManifest[] {
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const metadata = { name, ...(kind === 'Role' && { namespace: 'shop-system' }) };
  return [
    { apiVersion, kind, metadata, rules },
    {
      apiVersion,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { kind, name },
      subjects: [{ kind: 'ServiceAccount', ...account }],
    },
  ];
}

test('each resource of the bound roles is read once, with the scope of its rules', () => {
  const found = roleAccess(
    [
      ...grant('ClusterRole', 'manager', [
        { apiGroups: ['apps'], resources: ['deployments', 'deployments/status'], verbs: ['get'] },
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames: ['one'] },
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames: ['two'] },
      ]),
      ...grant('Role', 'certificates', [
        { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
        { apiGroups: [''], resources: ['secrets'], verbs: ['get'], resourceNames: ['certificates'] },
        { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] },
      ]),
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'unbound' },
        rules: [{ apiGroups: ['batch'], resources: ['jobs'], verbs: ['get'] }],
      },
    ],
    account,
  );
  expect(found).toEqual([
    { group: 'apps', resource: 'deployments', role: 'ClusterRole manager' },
    { group: '', resource: 'configmaps', names: ['one', 'two'], role: 'ClusterRole manager' },
    { group: '', resource: 'secrets', namespace: 'shop-system', role: 'Role certificates' },
  ]);
});
