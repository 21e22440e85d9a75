import { labelsMatch, type LabelSelector } from '@opgen/runtime';
import type { JsonObject } from '@opgen/rules/json';
import { type Status, tooManyRequests } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';

interface BudgetStatus {
  readonly observedGeneration?: number;
  readonly disruptionsAllowed?: number;
  readonly currentHealthy?: number;
  readonly desiredHealthy?: number;
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly conditions?: readonly JsonObject[];
}

interface Budget extends StoredObject {
  readonly spec?: {
    readonly selector?: LabelSelector;
    readonly unhealthyPodEvictionPolicy?: string;
  };
  readonly status?: BudgetStatus;
}

/** True if the budget selects the Pod. */
export function guards({ spec }: Budget, pod: StoredObject): boolean {
  return spec?.selector !== undefined && labelsMatch(spec.selector, pod.metadata.labels);
}

/** A Pod that does not run yet, has finished, or is terminating does not count as a disruption. */
export function isDisposable({ metadata, status }: StoredObject): boolean {
  const { phase = 'Pending' } = (status ?? {}) as { phase?: string };
  return metadata.deletionTimestamp !== undefined || ['Pending', 'Succeeded', 'Failed'].includes(phase);
}

/** True if the Pod is not ready and the budget allows evicting unready Pods, or has enough healthy ones. */
export function sparesUnready({ spec, status = {} }: Budget, pod: StoredObject): boolean {
  const { conditions = [] } = (pod['status'] ?? {}) as { conditions?: readonly JsonObject[] };
  if (conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True')) return false;
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  return (
    spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow' ||
    (desiredHealthy > 0 && currentHealthy >= desiredHealthy)
  );
}

/** Why no Pod of the budget may be evicted now; undefined if one may. */
export function evictionErrorOf({ metadata, status = {} }: Budget): Status | undefined {
  const { observedGeneration = 0, disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0 } = status;
  const budget = `The disruption budget ${metadata.name}`;
  if (observedGeneration < (metadata.generation ?? 0)) {
    return violation(`${budget} is still being processed by the server.`, 10);
  }
  if (disruptionsAllowed > 0) return undefined;
  return violation(
    currentHealthy <= desiredHealthy
      ? `${budget} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
      : `${budget} does not allow evicting pods currently`,
  );
}

function violation(message: string, retryAfterSeconds?: number): Status {
  return tooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{ reason: 'DisruptionBudget', message }],
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** The budget with one allowed disruption less, for a Pod that is about to be deleted. */
export function spent(budget: Budget, pod: StoredObject, now: string): StoredObject {
  const { status = {}, metadata } = budget;
  const disruptionsAllowed = (status.disruptionsAllowed ?? 0) - 1;
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed,
      disruptedPods: { ...status.disruptedPods, [pod.metadata.name]: now },
      ...(disruptionsAllowed === 0 && {
        conditions: exhausted(status.conditions ?? [], metadata.generation, now),
      }),
    },
  };
}

function exhausted(
  conditions: readonly JsonObject[],
  observedGeneration: number | undefined,
  now: string,
): readonly JsonObject[] {
  const type = 'DisruptionAllowed';
  const before = conditions.find((each) => each['type'] === type);
  const lastTransitionTime = before?.['status'] === 'False' ? before['lastTransitionTime'] : now;
  const next = { type, status: 'False', observedGeneration, lastTransitionTime };
  return [
    ...conditions.filter((each) => each !== before),
    { ...next, reason: 'InsufficientPods', message: '' },
  ];
}
