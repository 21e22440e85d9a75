import type { Role, RoleBinding, Subject } from '../kubernetes/role.ts';

/** The service account declared in config/rbac; kustomize sets the name prefix and the namespace. */
const manager: Subject = { kind: 'ServiceAccount', name: 'controller-manager', namespace: 'system' };

/** The service account under its final name, because kustomize does not rename it in bindings of other namespaces. */
export function managerElsewhere(operator: string | undefined): Subject {
  if (operator === undefined) return manager;
  return { ...manager, name: `${operator}-${manager.name}`, namespace: `${operator}-system` };
}

/** Binds a role to the manager's service account. */
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
