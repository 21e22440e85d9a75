/** A Role has a namespace, a ClusterRole has none. */
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

/** A RoleBinding applies to its namespace, a ClusterRoleBinding to the whole cluster. */
export interface RoleBinding {
  apiVersion: 'rbac.authorization.k8s.io/v1';
  kind: 'RoleBinding' | 'ClusterRoleBinding';
  metadata: { name: string; namespace?: string };
  roleRef: { apiGroup: 'rbac.authorization.k8s.io'; kind: Role['kind']; name: string };
  subjects: Subject[];
}

export interface Subject {
  kind: 'ServiceAccount';
  name: string;
  namespace: string;
}
