import { compact } from './json.ts';
import type { Int64, Time } from './scalars.ts';
import { toTime } from './time.ts';

/** One aspect of the state of an object: `metav1.Condition`. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  observedGeneration?: Int64;
  lastTransitionTime: Time;
  /** Machine-readable: one word in CamelCase. */
  reason: string;
  /** Human-readable. May be empty. */
  message: string;
}

/** A condition to set. `setCondition` computes its transition time. */
export interface NewCondition {
  type: string;
  status: Condition['status'];
  observedGeneration?: Int64 | undefined;
  reason: string;
  message: string;
}

/**
 * Returns a new array of conditions in which one is changed or added.
 *
 * `lastTransitionTime` changes only when `status` does. Setting the same condition again therefore changes nothing,
 * and the status need not be written.
 */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  next: NewCondition,
  now: Date = new Date(),
): Condition[] {
  const current = findCondition(conditions, next.type);
  const lastTransitionTime = current?.status === next.status ? current.lastTransitionTime : toTime(now);
  const changed: Condition = compact({ ...next, lastTransitionTime });
  if (current === undefined) return [...(conditions ?? []), changed];
  return (conditions ?? []).map((condition) => (condition === current ? changed : condition));
}

/** The conditions without those of this type. */
export function removeCondition(conditions: readonly Condition[] | undefined, type: string): Condition[] {
  return (conditions ?? []).filter((condition) => condition.type !== type);
}

/** The condition of this type. Also accepts the conditions of built-in kinds. */
export function findCondition<C extends { type: string }>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether a condition of this type exists and has the status `True`. */
export function isConditionTrue(
  conditions: readonly { type: string; status?: string }[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === 'True';
}
