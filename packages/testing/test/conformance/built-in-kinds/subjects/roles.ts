import type { Subject } from '../subject.ts';

const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const group = 'rbac.authorization.k8s.io';
const ref = { apiGroup: group, kind: 'ClusterRole', name: 'view' };
const user = { apiGroup: group, kind: 'User', name: 'u' };

export const roles: readonly Subject[] = [
  ...['Role', 'ClusterRole'].map((kind): Subject => ({
    table: `${group}/${kind.toLowerCase()}s`,
    version: 'v1',
    kind,
    isNamespaced: kind === 'Role',
    valid: { rules: [rule] },
    creates: [
      { '/rules': null },
      { '/rules': [{ ...rule, verbs: [] }] },
      { '/rules': [{ ...rule, verbs: null }] },
      { '/rules': [{ ...rule, apiGroups: [] }] },
      { '/rules': [{ ...rule, resources: [] }] },
      { '/rules': [{ ...rule, nonResourceURLs: ['/x'] }] },
      { '/rules': [{ verbs: ['get'], nonResourceURLs: ['/x'] }] },
      { '/rules': [{ ...rule, resourceNames: ['a'] }] },
      { '/metadata/name': 'a:b' },
      { '/metadata/name': 'a/b' },
      { '/aggregationRule': { clusterRoleSelectors: [] } },
      { '/aggregationRule': { clusterRoleSelectors: [{ matchLabels: { 'no key': 'a' } }] } },
      { '/aggregationRule': { clusterRoleSelectors: [{ matchLabels: { a: 'a' } }] } },
    ],
    updates: [{ '/rules': [] }, { '/rules': [{ ...rule, verbs: [] }] }],
  })),
  ...['RoleBinding', 'ClusterRoleBinding'].map((kind): Subject => ({
    table: `${group}/${kind.toLowerCase()}s`,
    version: 'v1',
    kind,
    isNamespaced: kind === 'RoleBinding',
    valid: { roleRef: ref, subjects: [user] },
    creates: [
      { '/subjects': null },
      { '/roleRef': null },
      { '/roleRef/apiGroup': null },
      { '/roleRef/apiGroup': 'other' },
      { '/roleRef/kind': 'Role' },
      { '/roleRef/kind': 'Other' },
      { '/roleRef/kind': null },
      { '/roleRef/name': null },
      { '/roleRef/name': 'a/b' },
      { '/subjects/0/name': '' },
      { '/subjects/0/kind': 'Other' },
      { '/subjects/0/kind': null },
      { '/subjects/0/kind': 'Group' },
      { '/subjects/0/apiGroup': 'other' },
      { '/subjects/0/apiGroup': '' },
      { '/subjects': [{ kind: 'ServiceAccount', name: 's' }] },
      { '/subjects': [{ kind: 'ServiceAccount', name: 'No', namespace: 'n' }] },
      { '/subjects': [{ kind: 'ServiceAccount', name: 's', namespace: 'n' }] },
      { '/subjects': [{ kind: 'ServiceAccount', name: 's', namespace: 'n', apiGroup: group }] },
    ],
    updates: [{ '/roleRef/name': 'edit' }, { '/subjects': [] }, { '/subjects/0/name': '' }],
  })),
];
