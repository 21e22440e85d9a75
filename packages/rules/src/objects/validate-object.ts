import type { FieldError } from '../field-errors.ts';
import type { JsonObject } from '../json.ts';
import { validateClaim } from './claims.ts';
import { validateConfigMap, validateSecret } from './configuration.ts';
import {
  validateClusterRole,
  validateClusterRoleBinding,
  validateRole,
  validateRoleBinding,
} from './roles.ts';
import { validateService } from './services.ts';
import type { Validation } from './validation.ts';
import { validateWebhookConfiguration } from '../webhooks/configurations.ts';
import {
  validateDaemonSet,
  validateDeployment,
  validateJob,
  validatePod,
  validateReplicaSet,
  validateStatefulSet,
} from './workloads.ts';

/** What the API server demands beyond the schema, by `<group>/<plural>`: what operators trip over. */
export const builtinValidations: Readonly<Record<string, Validation>> = {
  '/configmaps': validateConfigMap,
  '/persistentvolumeclaims': validateClaim,
  '/pods': validatePod,
  '/secrets': validateSecret,
  '/services': validateService,
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': validateWebhookConfiguration,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': validateWebhookConfiguration,
  'apps/daemonsets': validateDaemonSet,
  'apps/deployments': validateDeployment,
  'apps/replicasets': validateReplicaSet,
  'apps/statefulsets': validateStatefulSet,
  'batch/jobs': validateJob,
  'rbac.authorization.k8s.io/clusterrolebindings': validateClusterRoleBinding,
  'rbac.authorization.k8s.io/clusterroles': validateClusterRole,
  'rbac.authorization.k8s.io/rolebindings': validateRoleBinding,
  'rbac.authorization.k8s.io/roles': validateRole,
};

/** What is wrong with an object of a built-in kind; `old` is what an update replaces. */
export function validateBuiltin(table: string, object: JsonObject, old?: JsonObject): FieldError[] {
  return builtinValidations[table]?.(object, old) ?? [];
}
