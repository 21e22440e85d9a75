/** A Role when it has a namespace, a ClusterRole when it has none. */
export interface Role {
  apiVersion: 'rbac.authorization.k8s.io/v1';
  kind: 'Role' | 'ClusterRole';
  metadata: { name: string; namespace?: string };
  rules: PolicyRule[];
}

export interface PolicyRule {
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
  verbs: string[];
}

/** Gives a role to somebody: a Role in its namespace, a ClusterRole everywhere. */
export interface RoleBinding {
  apiVersion: 'rbac.authorization.k8s.io/v1';
  kind: 'RoleBinding' | 'ClusterRoleBinding';
  metadata: { name: string; namespace?: string };
  roleRef: { apiGroup: 'rbac.authorization.k8s.io'; kind: Role['kind']; name: string };
  subjects: Subject[];
}

/** Who has a role. */
export interface Subject {
  kind: 'ServiceAccount';
  name: string;
  namespace: string;
}
