import { fingerprint } from '../composite/fingerprint.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { toTime } from '../objects/time.ts';
import { cleanupPlan, deployPlan, type Plan, runPlanAnnotation } from './plan.ts';
import type { PlanRun, PlansStatus } from './plan-status.ts';

/**
 * The status with a new run if one is due, otherwise the same status. Pure.
 *
 * - An object that is being deleted runs `cleanup`, even if another plan is in progress.
 * - The first plan of an object is `deploy`. It covers all other plans: their current triggers do not start them.
 * - If the trigger of the current plan changes, the plan restarts.
 * - Other plans start when the current run has ended: first a plan requested by annotation, then plans whose trigger
 *   has changed since their last run, in the order of the list.
 * - A failed run is not retried: the next run needs a trigger or a request.
 * - A plan that a new version of the operator adds does not run until its trigger changes.
 */
export function withDueRun<Parent extends KubernetesObject>(
  plans: readonly Plan<Parent>[],
  parent: DeepReadonly<Parent>,
  status: PlansStatus,
  now: Date,
): PlansStatus {
  const due = duePlan(plans, parent, status);
  if (due === undefined) return withNewTriggers(plans, parent, status);
  const isFirst = status.current === undefined;
  const began = isFirst ? plans : [due];
  const asked = requestedPlan(parent);
  return {
    current: newRun(due, (status.current?.run ?? 0) + 1, now),
    triggers: {
      ...status.triggers,
      ...Object.fromEntries(began.map((plan) => [plan.name, triggerOf(plan, parent)])),
      ...(asked !== undefined &&
        (isFirst || asked.plan === due.name) && { [runPlanAnnotation]: asked.token }),
    },
  };
}

function duePlan<Parent extends KubernetesObject>(
  plans: readonly Plan<Parent>[],
  parent: DeepReadonly<Parent>,
  { current, triggers = {} }: PlansStatus,
): Plan<Parent> | undefined {
  const named = (name: string | undefined): Plan<Parent> | undefined =>
    plans.find((plan) => plan.name === name);
  const hasChanged = (plan: Plan<Parent>): boolean =>
    triggers[plan.name] !== undefined && triggers[plan.name] !== triggerOf(plan, parent);
  const asked = requestedPlan(parent);
  const isRequested = asked !== undefined && triggers[runPlanAnnotation] !== asked.token;

  if (isBeingDeleted(parent)) {
    const again = isRequested && asked.plan === cleanupPlan && current?.state !== 'InProgress';
    return current?.plan === cleanupPlan && !again ? undefined : named(cleanupPlan);
  }
  if (current === undefined) return named(deployPlan);
  const running = named(current.plan);
  if (running !== undefined && hasChanged(running)) return running;
  // A run of a plan that this version no longer has does not block the others.
  if (running !== undefined && current.state === 'InProgress') return undefined;
  if (isRequested && asked.plan !== cleanupPlan) {
    const plan = named(asked.plan);
    if (plan !== undefined) return plan;
  }
  return plans.find((plan) => plan.name !== cleanupPlan && hasChanged(plan));
}

function withNewTriggers<Parent extends KubernetesObject>(
  plans: readonly Plan<Parent>[],
  parent: DeepReadonly<Parent>,
  status: PlansStatus,
): PlansStatus {
  const unknown = plans.filter(({ name }) => status.triggers?.[name] === undefined);
  if (unknown.length === 0 || status.current === undefined) return status;
  const triggers = Object.fromEntries(unknown.map((plan) => [plan.name, triggerOf(plan, parent)]));
  return { ...status, triggers: { ...status.triggers, ...triggers } };
}

/** A hash of the trigger. It is constant for a plan without a trigger. */
function triggerOf<Parent extends KubernetesObject>(
  { trigger }: Plan<Parent>,
  parent: DeepReadonly<Parent>,
): string {
  return fingerprint(trigger?.(parent) ?? null);
}

function requestedPlan({ metadata }: KubernetesObject): { plan: string; token: string } | undefined {
  const token = metadata.annotations?.[runPlanAnnotation];
  return token === undefined ? undefined : { plan: token.split('/')[0] ?? '', token };
}

function newRun<Parent extends KubernetesObject>(plan: Plan<Parent>, run: number, now: Date): PlanRun {
  const steps = plan.phases.flatMap((phase) =>
    phase.steps.map((step) => ({ phase: phase.name, name: step.name, state: 'Pending' as const })),
  );
  return { plan: plan.name, run, state: 'InProgress', startedAt: toTime(now), steps };
}
