import type { Clock } from '@opgen/runtime';
import type { DeploymentCondition } from '@opgen/runtime/kinds/apps/v1';
import { timestamp } from '../time.ts';

/** What a condition says, without its times. */
export interface NewCondition {
  readonly type: 'Available' | 'Progressing' | 'ReplicaFailure';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

export type Conditions = readonly DeploymentCondition[];

export function conditionOf(conditions: Conditions, type: string): DeploymentCondition | undefined {
  return conditions.find((each) => each.type === type);
}

export function without(conditions: Conditions, type: string): DeploymentCondition[] {
  return conditions.filter((each) => each.type !== type);
}

/** Sets a condition at the end of the list. One with the same status and reason stays as it is. */
export function withCondition(
  conditions: Conditions,
  next: NewCondition,
  clock: Clock,
): DeploymentCondition[] {
  const old = conditionOf(conditions, next.type);
  if (old?.status === next.status && old.reason === next.reason) return [...conditions];
  return replaced(conditions, next, clock);
}

/** Sets a condition and its update time, even if its status and reason are the same. */
export function replaced(conditions: Conditions, next: NewCondition, clock: Clock): DeploymentCondition[] {
  const now = timestamp(clock);
  const old = conditionOf(conditions, next.type);
  const lastTransitionTime = (old?.status === next.status ? old.lastTransitionTime : undefined) ?? now;
  return [...without(conditions, next.type), { ...next, lastUpdateTime: now, lastTransitionTime }];
}
