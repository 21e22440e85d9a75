import type { Access } from '@opgen/testing';
import { describe, expect, test } from 'vitest';
import { permissionMarkers } from '../../../src/dev/permissions/permission-markers.ts';
import type { PermissionUse } from '../../../src/dev/permissions/permission-usage.ts';
import { permissionsView } from '../../../src/dev/permissions/permissions-view.ts';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';

const deployments = { group: 'apps', resource: 'deployments', namespace: 'default' };
const markers = [
  {
    text: '// +rbac:groups=apps,resources=deployments;services,verbs=get;delete',
    place: 'src/shop.ts:3',
    rule: { apiGroups: ['apps'], resources: ['deployments', 'services'], verbs: ['get', 'delete'] },
    role: 'manager-role',
  },
];
const manager = {
  kind: 'ClusterRole',
  name: 'shop-manager-role',
  rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'delete'] }],
};

function used(access: Access, count = 1): PermissionUse {
  return { access, used: count, refused: 0 };
}

const placeFor = (): string => 'src/shop.ts:4';

function view(parts: Partial<Parameters<typeof permissionsView>[0]>): ReturnType<typeof permissionsView> {
  return permissionsView({ account: 'a/b', roles: [manager], markers, uses: [], placeFor, ...parts });
}

describe('the view of permissions', () => {
  test('counts the uses of each verb, and names the markers that grant unused ones', () => {
    const uses = [
      used({ ...deployments, verb: 'get', name: 'web' }, 2),
      used({ ...deployments, verb: 'get', name: 'db' }),
      used({ ...deployments, verb: 'get', subresource: 'status' }),
    ];
    expect(view({ uses }).rows).toEqual([
      {
        resource: 'deployments.apps',
        role: 'ClusterRole shop-manager-role',
        verbs: [
          { verb: 'get', state: 'used', count: 3 },
          { verb: 'delete', state: 'unused', count: 0 },
        ],
        advice: [{ action: 'remove', marker: markers[0]?.text, place: 'src/shop.ts:3', verbs: ['delete'] }],
      },
    ]);
  });

  test('lists resources with refused verbs first, with the marker to add', () => {
    const marker = '// +rbac:groups=apps,resources=deployments,verbs=create';
    const uses = [
      { access: { ...deployments, verb: 'create' }, used: 0, refused: 3, marker },
      { access: { verb: 'list', group: '', resource: 'secrets' }, used: 0, refused: 1, marker: '// +rbac:…' },
      // Granted since then.
      { access: { ...deployments, verb: 'get' }, used: 1, refused: 1, marker: 'x' },
    ];
    const [first, second] = view({ uses }).rows;
    expect(first).toMatchObject({
      resource: 'deployments.apps',
      verbs: [{ verb: 'get' }, { verb: 'delete' }, { verb: 'create', state: 'refused', count: 3 }],
      advice: [{ action: 'add', marker, place: 'src/shop.ts:4' }, { action: 'remove' }],
    });
    expect(second).toMatchObject({ resource: 'secrets', verbs: [{ verb: 'list', state: 'refused' }] });
    expect(second).not.toHaveProperty('role');
  });

  test('a read with one verb counts for the other read verbs', () => {
    const roles = [
      {
        ...manager,
        rules: [
          { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'patch'] },
        ],
      },
    ];
    const [row] = view({ roles, uses: [used({ ...deployments, verb: 'watch' })] }).rows;
    expect(row?.verbs).toEqual([
      { verb: 'get', state: 'used', count: 0 },
      { verb: 'list', state: 'used', count: 0 },
      { verb: 'watch', state: 'used', count: 1 },
      { verb: 'patch', state: 'unused', count: 0 },
    ]);
  });

  test('a Role grants only in its namespace, and a rule with names only these objects', () => {
    const leases = { verb: 'get', group: 'coordination.k8s.io', resource: 'leases' };
    const rules = [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get'] }];
    const secrets = [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['tls'], verbs: ['get'] }];
    const roles = [
      { kind: 'Role', name: 'leader', namespace: 'system', rules },
      { kind: 'ClusterRole', name: 'certificates', rules: secrets },
    ];
    const uses = [
      used({ ...leases, namespace: 'system' }),
      used({ ...leases, namespace: 'other' }),
      used({ verb: 'get', group: '', resource: 'secrets', namespace: 'system', name: 'tls' }),
      used({ verb: 'get', group: '', resource: 'secrets', namespace: 'system', name: 'mine' }),
    ];
    const { elsewhere, rows } = view({ roles, uses });
    expect(rows).toMatchObject([
      { resource: 'leases.coordination.k8s.io', namespace: 'system', verbs: [{ count: 1 }] },
      { resource: 'secrets', names: ['tls'], verbs: [{ count: 1 }] },
    ]);
    expect(elsewhere).toEqual(['get leases.coordination.k8s.io other', 'get secrets system']);
  });

  test('leaves out what everybody may do', () => {
    const uses = [
      used({ verb: 'get', nonResourcePath: '/apis' }),
      used({ verb: 'create', group: 'authorization.k8s.io', resource: 'selfsubjectaccessreviews' }),
    ];
    expect(view({ roles: [], uses })).toEqual({ account: 'a/b', rows: [], elsewhere: [] });
  });

  test('a wildcard counts all verbs and resources', () => {
    const roles = [{ ...manager, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }];
    const uses = [used({ ...deployments, verb: 'get' }), used({ ...deployments, verb: 'patch' })];
    expect(view({ roles, uses }).rows).toMatchObject([
      { resource: '*.*', verbs: [{ verb: '*', state: 'used', count: 2 }] },
    ]);
  });
});

test('finds the RBAC markers of a project, and leaves out invalid ones', () => {
  const root = temporaryFolder();
  writeFolder(root, {
    'src/shop.ts': [
      '// +rbac:groups=core,resources=pods,verbs=get;list',
      '// +rbac:groups',
      'class Shop {',
      '  // +kubebuilder:rbac:urls=/metrics,verbs=get,roleName=reader',
      '}',
    ].join('\r\n'),
  });
  expect(permissionMarkers(root)).toEqual([
    {
      text: '// +rbac:groups=core,resources=pods,verbs=get;list',
      place: 'src/shop.ts:1',
      rule: { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] },
      role: 'manager-role',
    },
    {
      text: '// +kubebuilder:rbac:urls=/metrics,verbs=get,roleName=reader',
      place: 'src/shop.ts:4',
      rule: { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      role: 'reader',
    },
  ]);
});
