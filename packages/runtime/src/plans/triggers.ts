import { fingerprint } from '../composite/fingerprint.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { toTime } from '../objects/time.ts';
import { cleanupPlan, deployPlan, type Plan, runPlanAnnotation } from './plan.ts';
import type { PlanRun, PlansStatus } from './plan-status.ts';

/**
 * The status with a new run in it, if one is due; else the status itself. Pure.
 *
 * - An object that is being deleted runs `cleanup`, whatever goes on.
 * - The first plan that an object runs is `deploy`. It stands for all that is triggered until then.
 * - A change of what triggers the plan that goes on starts it anew.
 * - Other plans begin when the one that goes on has ended: what was asked for by annotation, then those whose
 *   trigger has changed since they were last run, in the order of the list.
 * - A run that failed is over: the next one needs a trigger.
 * - A plan that came with a new version of the operator takes note of its trigger, and waits for it to change.
 */
export function withDueRun<Parent extends KubernetesObject>(
  plans: readonly Plan<Parent>[],
  parent: Parent,
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
  parent: Parent,
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
  // A plan that this version does not know any more cannot go on.
  if (running !== undefined && current.state === 'InProgress') return undefined;
  if (isRequested && asked.plan !== cleanupPlan) {
    const plan = named(asked.plan);
    if (plan !== undefined) return plan;
  }
  return plans.find((plan) => plan.name !== cleanupPlan && hasChanged(plan));
}

function withNewTriggers<Parent extends KubernetesObject>(
  plans: readonly Plan<Parent>[],
  parent: Parent,
  status: PlansStatus,
): PlansStatus {
  const unknown = plans.filter(({ name }) => status.triggers?.[name] === undefined);
  if (unknown.length === 0 || status.current === undefined) return status;
  const triggers = Object.fromEntries(unknown.map((plan) => [plan.name, triggerOf(plan, parent)]));
  return { ...status, triggers: { ...status.triggers, ...triggers } };
}

/** What has to change for the plan to run again; the same always for a plan without a trigger. */
function triggerOf<Parent extends KubernetesObject>({ trigger }: Plan<Parent>, parent: Parent): string {
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
