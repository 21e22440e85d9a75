import { compact } from './json.ts';
import type { Int64, Time } from './scalars.ts';
import { toTime } from './time.ts';

/** One aspect of the state of an object, as `metav1.Condition` has it. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  observedGeneration?: Int64;
  lastTransitionTime: Time;
  /** One word in CamelCase, for programs. */
  reason: string;
  /** A sentence, for people. May be empty. */
  message: string;
}

/** What is to be said about one aspect; when it became so is worked out. */
export interface NewCondition {
  type: string;
  status: Condition['status'];
  observedGeneration?: Int64 | undefined;
  reason: string;
  message: string;
}

/**
 * The conditions with one of them changed or added, in a new array.
 *
 * `lastTransitionTime` moves only when `status` does, so that saying the same again changes nothing,
 * and a status that has not changed need not be written.
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

/** The conditions without those of one type. */
export function removeCondition(conditions: readonly Condition[] | undefined, type: string): Condition[] {
  return (conditions ?? []).filter((condition) => condition.type !== type);
}

/** The condition of a type. Takes any list of conditions, those of built-in kinds too. */
export function findCondition<C extends { type: string }>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether there is a condition of the type, and its status is `True`. */
export function isConditionTrue(
  conditions: readonly { type: string; status?: string }[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === 'True';
}
