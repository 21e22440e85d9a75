import { type Condition, findCondition } from '../objects/condition.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { healthOfKind } from './health-of-kind.ts';
import { failed, healthy, type Health, progressing } from './health-state.ts';

/**
 * The health of an object, computed from its status.
 *
 * Supports Deployment, StatefulSet, DaemonSet, ReplicaSet, Job, Pod, PersistentVolumeClaim, Service, Namespace,
 * APIService and CustomResourceDefinition. Other kinds are healthy if their condition `Ready` is `True`, or if they
 * have none. An object whose status is older than its spec is progressing.
 */
export function healthOf(object: KubernetesObject): Health {
  if (object.metadata.deletionTimestamp !== undefined) return progressing('it is being deleted');
  if (isBehind(object)) return progressing('its controller has not observed the latest generation yet');
  return healthOfKind(object) ?? healthByCondition(object, 'Ready');
}

/** The health of an object according to one of its conditions: healthy if it is `True`. */
export function healthByCondition(object: KubernetesObject, type: string): Health {
  const condition = findCondition(conditionsOf(object), type);
  if (condition === undefined) return healthy;
  const { status, reason, message, observedGeneration = Infinity } = condition;
  const { generation = 0 } = object.metadata;
  if (observedGeneration < generation)
    return progressing(`condition ${type} is stale: it describes an earlier generation`);
  if (status === 'True') return healthy;
  const why = [reason, message].filter((text) => text !== undefined && text !== '').join(': ');
  return progressing(`condition ${type} is not True${why === '' ? '' : ` (${why})`}`);
}

/** Whether an object exists and is healthy. */
export function isHealthy(object: KubernetesObject | undefined): boolean {
  return object !== undefined && healthOf(object).state === 'healthy';
}

/** Combines several results: the first failure, otherwise the first in progress, otherwise healthy. */
export function healthOfAll(healths: readonly Health[]): Health {
  const worst = healths.find(({ state }) => state === 'failed');
  return worst ?? healths.find(({ state }) => state === 'progressing') ?? healthy;
}

/** Adds the kind and name of the object to the reason. */
export function about({ kind, metadata }: KubernetesObject, health: Health): Health {
  if (health.state === 'healthy') return health;
  const reason = `${kind} ${metadata.name}: ${health.reason}`;
  return health.state === 'failed' ? failed(reason) : progressing(reason);
}

interface WithStatus extends KubernetesObject {
  status?: { observedGeneration?: number; conditions?: readonly Condition[] };
}

function isBehind(object: KubernetesObject): boolean {
  const { observedGeneration } = (object as WithStatus).status ?? {};
  const { generation } = object.metadata;
  return observedGeneration !== undefined && generation !== undefined && observedGeneration < generation;
}

function conditionsOf(object: KubernetesObject): readonly Condition[] {
  const { conditions } = (object as WithStatus).status ?? {};
  return Array.isArray(conditions) ? conditions : [];
}
