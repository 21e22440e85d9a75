import type { Clock, Condition, IntOrString } from '@opgen/runtime';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@opgen/runtime/kinds/policy/v1';
import { isReady } from '../pods/pod-state.ts';
import { timestamp, untilSecondsAfter } from '../time.ts';

/** Seconds within which a Pod must be deleted after its eviction. */
const deletionTimeout = 120;
const condition = 'DisruptionAllowed';

/** How many Pods a budget expects, and how many of them must be healthy. */
export interface Expectation {
  readonly expectedPods: number;
  readonly desiredHealthy: number;
}

/** Whether the budget depends on the scale of the controllers of its Pods. */
export function needsScale({ spec }: PodDisruptionBudget): boolean {
  return spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string';
}

/** `scale` is the number of replicas that the controllers of the Pods want. */
export function expectation({ spec }: PodDisruptionBudget, pods: number, scale: number): Expectation {
  const { maxUnavailable, minAvailable } = spec ?? {};
  if (maxUnavailable !== undefined)
    return { expectedPods: scale, desiredHealthy: Math.max(0, scale - roundedUp(maxUnavailable, scale)) };
  if (typeof minAvailable === 'string')
    return { expectedPods: scale, desiredHealthy: roundedUp(minAvailable, scale) };
  return minAvailable === undefined
    ? { expectedPods: 0, desiredHealthy: 0 }
    : { expectedPods: pods, desiredHealthy: minAvailable };
}

export function budgetStatus(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  { expectedPods, desiredHealthy }: Expectation,
  clock: Clock,
): PodDisruptionBudgetStatus {
  const disruptedPods = stillDisrupted(budget, pods, clock);
  const currentHealthy = pods.filter(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined &&
      disruptedPods[pod.metadata.name] === undefined &&
      isReady(pod),
  ).length;
  const disruptionsAllowed = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const { generation: observedGeneration = 0 } = budget.metadata;
  const status: Condition['status'] = disruptionsAllowed > 0 ? 'True' : 'False';
  const conditions = budget.status?.conditions ?? [];
  const old = conditions.find(({ type }) => type === condition);
  const next = {
    type: condition,
    status,
    observedGeneration,
    lastTransitionTime: old?.status === status ? old.lastTransitionTime : timestamp(clock),
    reason: disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
    message: '',
  };
  return {
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    ...(Object.keys(disruptedPods).length > 0 && { disruptedPods }),
    observedGeneration,
    conditions: [...conditions.filter(({ type }) => type !== condition), next],
  };
}

/** Milliseconds until an evicted Pod counts as healthy again because it was not deleted; undefined if none was. */
export function untilRecheck(
  disruptedPods: Readonly<Record<string, string>> = {},
  clock: Clock,
): number | undefined {
  const waits = Object.values(disruptedPods).map((since) => untilSecondsAfter(clock, since, deletionTimeout));
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** The evicted Pods that still have to be deleted. */
function stillDisrupted(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  clock: Clock,
): Record<string, string> {
  const existing = new Set(
    pods
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }) => metadata.name),
  );
  return Object.fromEntries(
    Object.entries(status?.disruptedPods ?? {}).filter(
      ([name, since]) => existing.has(name) && untilSecondsAfter(clock, since, deletionTimeout) >= 0,
    ),
  );
}

/** A number, or a percentage of the total. */
function roundedUp(value: IntOrString, total: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number.parseInt(value, 10) * total) / 100);
}
