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
