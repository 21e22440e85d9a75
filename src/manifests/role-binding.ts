import type { Role, RoleBinding, Subject } from '../kubernetes/role.ts';

/** The account of the manager, as config/rbac declares it; kustomize puts prefix and namespace in. */
const manager: Subject = { kind: 'ServiceAccount', name: 'controller-manager', namespace: 'system' };

/** The same account as it is called in the end: from another namespace kustomize does not recognise it. */
export function managerElsewhere(operator: string | undefined): Subject {
  if (operator === undefined) return manager;
  return { ...manager, name: `${operator}-${manager.name}`, namespace: `${operator}-system` };
}

/** Gives a role to the manager. */
export function managerBinding(
  { kind, metadata: { name, namespace } }: Role,
  subject: Subject = manager,
): RoleBinding {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: kind === 'Role' ? 'RoleBinding' : 'ClusterRoleBinding',
    metadata: { name: bindingName(name), ...(namespace !== undefined && { namespace }) },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
    subjects: [{ ...subject }],
  };
}

/** `manager-rolebinding` of `manager-role`, `reader-rolebinding` of `reader`. */
function bindingName(role: string): string {
  return role.endsWith('role') ? `${role}binding` : `${role}-rolebinding`;
}
