import type { Clock } from '@opgen/runtime';
import type { Job, JobCondition } from '@opgen/runtime/kinds/batch/v1';
import { timestamp } from '../time.ts';

type Conditions = readonly JobCondition[];

/** Why a Job ends. Its Pods are deleted and counted before it is Complete or Failed. */
export interface End {
  readonly type: 'Complete' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

export const completionsReached: End = {
  type: 'Complete',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};

const interimTypes = { Complete: 'SuccessCriteriaMet', Failed: 'FailureTarget' } as const;

export function isFinished({ status }: Job): boolean {
  return isTrue(status?.conditions ?? [], 'Complete') || isTrue(status?.conditions ?? [], 'Failed');
}

/** When the Job finished; undefined if it has not. */
export function finishTime({ status }: Job): string | undefined {
  return (status?.conditions ?? []).find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  )?.lastTransitionTime;
}

/** The end that an earlier reconcile decided on. */
export function decidedEnd({ status }: Job): End | undefined {
  for (const type of ['Complete', 'Failed'] as const) {
    const interim = (status?.conditions ?? []).find(
      (each) => each.type === interimTypes[type] && each.status === 'True',
    );
    if (interim !== undefined) {
      const { reason = '', message = '' } = interim;
      return { type, reason, message };
    }
  }
  return undefined;
}

/** Adds the condition that announces the end: SuccessCriteriaMet or FailureTarget. */
export function withInterim(
  conditions: Conditions,
  { type, reason, message }: End,
  clock: Clock,
): Conditions {
  return withCondition(conditions, { type: interimTypes[type], status: 'True', reason, message }, clock);
}

export function withEnd(conditions: Conditions, end: End, clock: Clock): Conditions {
  return withCondition(conditions, { ...end, status: 'True' }, clock);
}

/** Whether the Job is suspended. A Job that never was has no such condition. */
export function withSuspension(conditions: Conditions, isSuspended: boolean, clock: Clock): Conditions {
  const condition = isSuspended
    ? { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }
    : { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' };
  const isNew = !conditions.some(({ type }) => type === 'Suspended');
  return isNew && !isSuspended ? conditions : withCondition(conditions, condition, clock);
}

function withCondition(
  conditions: Conditions,
  next: Required<Pick<JobCondition, 'type' | 'status' | 'reason' | 'message'>>,
  clock: Clock,
): Conditions {
  const index = conditions.findIndex(({ type }) => type === next.type);
  const old = conditions[index];
  if (old?.status === next.status && old.reason === next.reason && old.message === next.message)
    return conditions;
  const now = timestamp(clock);
  const condition = { ...next, lastProbeTime: now, lastTransitionTime: now };
  return index < 0 ? [...conditions, condition] : conditions.with(index, condition);
}

function isTrue(conditions: Conditions, type: string): boolean {
  return conditions.some((each) => each.type === type && each.status === 'True');
}

/** Whether the Job finished by succeeding. */
export function hasCompleted({ status }: Job): boolean {
  return isTrue(status?.conditions ?? [], 'Complete');
}
