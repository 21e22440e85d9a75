import { CustomResourceDefinition } from '../kinds/apiextensions/v1.ts';
import { APIService } from '../kinds/apiregistration/v1.ts';
import { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../kinds/apps/v1.ts';
import { Job } from '../kinds/batch/v1.ts';
import { Namespace, PersistentVolumeClaim, Pod, Service } from '../kinds/core/v1.ts';
import { findCondition, isConditionTrue } from '../objects/condition.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { failed, healthy, type Health, progressing } from './health-state.ts';

/** The health of a built-in kind; undefined for other kinds. */
export function healthOfKind(object: KubernetesObject): Health | undefined {
  return healthChecks.get(`${object.apiVersion} ${object.kind}`)?.(object);
}

type HealthFunction = (object: KubernetesObject) => Health;

const healthChecks = new Map<string, HealthFunction>([
  of(Deployment, ({ spec, status = {} }) => {
    const { replicas = 1 } = spec ?? {};
    const { updatedReplicas = 0, availableReplicas = 0, replicas: existing = 0, conditions } = status;
    const progress = findCondition(conditions, 'Progressing');
    if (progress?.reason === 'ProgressDeadlineExceeded') return failed(progress.message ?? progress.reason);
    if (updatedReplicas < replicas) return missing(updatedReplicas, replicas, 'updated');
    if (existing > updatedReplicas)
      return progressing(`${existing - updatedReplicas} old replicas are pending termination`);
    return enough(availableReplicas, replicas, 'available');
  }),
  of(StatefulSet, ({ spec, status }) => {
    const { replicas = 1, updateStrategy: { type = 'RollingUpdate', rollingUpdate } = {} } = spec ?? {};
    const { updatedReplicas = 0, readyReplicas = 0, currentRevision, updateRevision } = status ?? {};
    if (readyReplicas < replicas) return missing(readyReplicas, replicas, 'ready');
    if (type === 'OnDelete' || currentRevision === updateRevision) return healthy;
    return enough(updatedReplicas, replicas - (rollingUpdate?.partition ?? 0), 'updated');
  }),
  of(DaemonSet, ({ spec, status }) => {
    if (status === undefined) return progressing('its controller has not observed it yet');
    const { desiredNumberScheduled: wanted, updatedNumberScheduled = 0, numberAvailable = 0 } = status;
    const rolls = spec?.updateStrategy?.type !== 'OnDelete';
    if (rolls && updatedNumberScheduled < wanted) return missing(updatedNumberScheduled, wanted, 'updated');
    return enough(numberAvailable, wanted, 'available');
  }),
  of(ReplicaSet, ({ spec, status }) =>
    enough(status?.availableReplicas ?? 0, spec?.replicas ?? 1, 'available'),
  ),
  of(Job, ({ status }) => {
    const { conditions } = status ?? {};
    if (isConditionTrue(conditions, 'Complete')) return healthy;
    const end = findCondition(conditions, 'Failed');
    if (end?.status === 'True') return failed(end.message ?? end.reason ?? 'the Job failed');
    return progressing('the Job has not finished yet');
  }),
  of(Pod, ({ status }) => {
    const { phase = 'Pending', conditions, reason } = status ?? {};
    if (phase === 'Succeeded' || isConditionTrue(conditions, 'Ready')) return healthy;
    if (phase === 'Failed') return failed(reason ?? 'the Pod failed');
    return progressing(`the Pod is ${phase} and not ready`);
  }),
  of(PersistentVolumeClaim, ({ status }) => {
    if (status?.phase === 'Bound') return healthy;
    return status?.phase === 'Lost'
      ? failed('its PersistentVolume is lost')
      : progressing('the claim is not bound yet');
  }),
  of(Service, ({ spec, status }) => {
    const waits = spec?.type === 'LoadBalancer' && (status?.loadBalancer?.ingress ?? []).length === 0;
    return waits ? progressing('no load balancer address assigned yet') : healthy;
  }),
  of(Namespace, ({ status }) =>
    status?.phase === 'Terminating' ? progressing('the Namespace is terminating') : healthy,
  ),
  of(APIService, ({ status }) => byCondition(status?.conditions, 'Available')),
  of(CustomResourceDefinition, ({ status }) => {
    const names = findCondition(status?.conditions, 'NamesAccepted');
    if (names?.status === 'False')
      return failed(names.message ?? 'its names conflict with those of another CRD');
    return byCondition(status?.conditions, 'Established');
  }),
]);

function of<T extends KubernetesObject>(
  kind: Kind<T>,
  health: (object: T) => Health,
): [string, HealthFunction] {
  // Safe: the map key identifies the kind, and so the type of the objects.
  return [`${kind.apiVersion} ${kind.kind}`, (object) => health(object as T)];
}

function byCondition(
  conditions: readonly { type: string; status?: string }[] | undefined,
  type: string,
): Health {
  return isConditionTrue(conditions, type) ? healthy : progressing(`condition ${type} is not True yet`);
}

function enough(have: number, want: number, what: string): Health {
  return have >= want ? healthy : missing(have, want, what);
}

function missing(have: number, want: number, what: string): Health {
  return progressing(`${have} of ${want} replicas are ${what}`);
}
