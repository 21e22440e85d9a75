/** Marks the objects that `opgen dev --context` has created or changed. Its value is the name of the project. */
export const labelOfChanges = 'dev.opgen.dev/project';

/** Contains what is restored at the end. */
export const previousFieldsAnnotation = 'dev.opgen.dev/before';

/** The kinds of objects that `opgen dev --context` changes, in the order in which they are restored. */
export const changedKinds: readonly (readonly [apiVersion: string, kind: string])[] = [
  ['admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration'],
  ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['rbac.authorization.k8s.io/v1', 'Role'],
  ['coordination.k8s.io/v1', 'Lease'],
  ['v1', 'ServiceAccount'],
  ['v1', 'Namespace'],
];

/** How the holder of the Lease names itself: `opgen-dev_<host>_<process>`. */
export const identityPrefix = 'opgen-dev_';
