import type { FieldError } from '../field-errors.ts';
import type { JsonObject } from '../json.ts';
import { validateClaim } from './claims.ts';
import { validateConfigMap, validateSecret } from './configuration.ts';
import { validateLimitRange } from './limit-ranges.ts';
import { validatePriorityClass } from './priority-classes.ts';
import { validateResourceQuota } from './resource-quotas.ts';
import {
  validateClusterRole,
  validateClusterRoleBinding,
  validateRole,
  validateRoleBinding,
} from './roles.ts';
import { validateMutatingBinding, validateValidatingBinding } from '../policies/validate-binding.ts';
import { validateMutatingPolicy } from '../policies/validate-mutating-policy.ts';
import { validateValidatingPolicy } from '../policies/validate-validating-policy.ts';
import { validateService } from './services.ts';
import type { Validation } from './validation.ts';
import { validateWebhookConfiguration } from '../webhooks/configurations.ts';
import {
  validateDaemonSet,
  validateDeployment,
  validateJob,
  validatePod,
  validateReplicaSet,
  validateReplicationController,
  validateStatefulSet,
} from './workloads.ts';

/** The API server's checks beyond the schema, by `<group>/<plural>`, for the kinds that operators create most. */
export const builtinValidations: Readonly<Record<string, Validation>> = {
  '/configmaps': validateConfigMap,
  '/limitranges': validateLimitRange,
  '/persistentvolumeclaims': validateClaim,
  '/pods': validatePod,
  '/replicationcontrollers': validateReplicationController,
  '/resourcequotas': validateResourceQuota,
  '/secrets': validateSecret,
  '/services': validateService,
  'admissionregistration.k8s.io/mutatingadmissionpolicies': validateMutatingPolicy,
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': validateMutatingBinding,
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': validateWebhookConfiguration,
  'admissionregistration.k8s.io/validatingadmissionpolicies': validateValidatingPolicy,
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': validateValidatingBinding,
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
  'scheduling.k8s.io/priorityclasses': validatePriorityClass,
};

/** Errors of an object of a built-in kind; `old` is the stored object of an update. */
export function validateBuiltin(table: string, object: JsonObject, old?: JsonObject): FieldError[] {
  return builtinValidations[table]?.(object, old) ?? [];
}
