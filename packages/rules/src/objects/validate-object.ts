import type { FieldError } from '../field-errors.ts';
import type { JsonObject } from '../json.ts';
import { validateIpAddress, validateServiceCidr } from './addresses.ts';
import { validateApiService } from './api-services.ts';
import { validateAutoscaler } from './autoscalers.ts';
import { validateClaim } from './claims.ts';
import { validateConfigMap, validateSecret } from './configuration.ts';
import { validateCronJob } from './cron-jobs.ts';
import { validateCsiNode, validateCsiStorageCapacity } from './csi-nodes.ts';
import { validateDisruptionBudget } from './disruption-budgets.ts';
import { validateEndpoints, validateEndpointSlice } from './endpoints.ts';
import { validateCoreEvent, validateEvent } from './events.ts';
import { validateFlowSchema, validatePriorityLevel } from './flow-control.ts';
import { validateIngress, validateIngressClass } from './ingresses.ts';
import { validateJob } from './jobs.ts';
import { validateLease } from './leases.ts';
import { validateLimitRange } from './limit-ranges.ts';
import { validateNetworkPolicy } from './network-policies.ts';
import { validateNamespace, validateNode, validateRuntimeClass } from './nodes.ts';
import { validatePod } from './pods.ts';
import { validatePodTemplateObject } from './pod-templates.ts';
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
import { validateSigningRequest } from './signing-requests.ts';
import { validateStorageClass, validateVolumeAttributesClass } from './storage-classes.ts';
import type { Validation } from './validation.ts';
import { validateCsiDriver, validateVolume, validateVolumeAttachment } from './volumes.ts';
import { validateWebhookConfiguration } from '../webhooks/configurations.ts';
import {
  validateDaemonSet,
  validateDeployment,
  validateReplicaSet,
  validateReplicationController,
  validateStatefulSet,
} from './workloads.ts';

/** The API server's own checks, by `<group>/<plural>`. Other kinds get the checks of their schema. */
export const builtinValidations: Readonly<Record<string, Validation>> = {
  '/configmaps': validateConfigMap,
  '/endpoints': validateEndpoints,
  '/events': validateCoreEvent,
  '/limitranges': validateLimitRange,
  '/namespaces': validateNamespace,
  '/nodes': validateNode,
  '/persistentvolumeclaims': validateClaim,
  '/persistentvolumes': validateVolume,
  '/pods': validatePod,
  '/podtemplates': validatePodTemplateObject,
  '/replicationcontrollers': validateReplicationController,
  '/resourcequotas': validateResourceQuota,
  '/secrets': validateSecret,
  '/serviceaccounts': () => [],
  '/services': validateService,
  'admissionregistration.k8s.io/mutatingadmissionpolicies': validateMutatingPolicy,
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': validateMutatingBinding,
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': validateWebhookConfiguration,
  'admissionregistration.k8s.io/validatingadmissionpolicies': validateValidatingPolicy,
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': validateValidatingBinding,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': validateWebhookConfiguration,
  'apiregistration.k8s.io/apiservices': validateApiService,
  'apps/daemonsets': validateDaemonSet,
  'apps/deployments': validateDeployment,
  'apps/replicasets': validateReplicaSet,
  'apps/statefulsets': validateStatefulSet,
  'autoscaling/horizontalpodautoscalers': validateAutoscaler,
  'batch/cronjobs': validateCronJob,
  'batch/jobs': validateJob,
  'certificates.k8s.io/certificatesigningrequests': validateSigningRequest,
  'coordination.k8s.io/leases': validateLease,
  'discovery.k8s.io/endpointslices': validateEndpointSlice,
  'events.k8s.io/events': validateEvent,
  'flowcontrol.apiserver.k8s.io/flowschemas': validateFlowSchema,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': validatePriorityLevel,
  'networking.k8s.io/ingressclasses': validateIngressClass,
  'networking.k8s.io/ingresses': validateIngress,
  'networking.k8s.io/ipaddresses': validateIpAddress,
  'networking.k8s.io/networkpolicies': validateNetworkPolicy,
  'networking.k8s.io/servicecidrs': validateServiceCidr,
  'node.k8s.io/runtimeclasses': validateRuntimeClass,
  'policy/poddisruptionbudgets': validateDisruptionBudget,
  'rbac.authorization.k8s.io/clusterrolebindings': validateClusterRoleBinding,
  'rbac.authorization.k8s.io/clusterroles': validateClusterRole,
  'rbac.authorization.k8s.io/rolebindings': validateRoleBinding,
  'rbac.authorization.k8s.io/roles': validateRole,
  'scheduling.k8s.io/priorityclasses': validatePriorityClass,
  'storage.k8s.io/csidrivers': validateCsiDriver,
  'storage.k8s.io/csinodes': validateCsiNode,
  'storage.k8s.io/csistoragecapacities': validateCsiStorageCapacity,
  'storage.k8s.io/storageclasses': validateStorageClass,
  'storage.k8s.io/volumeattachments': validateVolumeAttachment,
  'storage.k8s.io/volumeattributesclasses': validateVolumeAttributesClass,
};

/** Whether the kind's own checks are complete, so that those of its schema are not needed. */
export function hasOwnValidation(table: string): boolean {
  return builtinValidations[table] !== undefined;
}

/** Errors of an object of a built-in kind; `old` is the stored object of an update. */
export function validateBuiltin(table: string, object: JsonObject, old?: JsonObject): FieldError[] {
  return builtinValidations[table]?.(object, old) ?? [];
}
