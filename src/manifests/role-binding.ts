import type { Role, RoleBinding } from '../kubernetes/role.ts';

/** The account of the manager, as config/rbac declares it; kustomize puts prefix and namespace in. */
const manager = { kind: 'ServiceAccount', name: 'controller-manager', namespace: 'system' } as const;

/** Gives a role to the manager. */
export function managerBinding({ kind, metadata: { name, namespace } }: Role): RoleBinding {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: kind === 'Role' ? 'RoleBinding' : 'ClusterRoleBinding',
    metadata: { name: bindingName(name), ...(namespace !== undefined && { namespace }) },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
    subjects: [{ ...manager }],
  };
}

/** `manager-rolebinding` of `manager-role`, `reader-rolebinding` of `reader`. */
function bindingName(role: string): string {
  return role.endsWith('role') ? `${role}binding` : `${role}-rolebinding`;
}
