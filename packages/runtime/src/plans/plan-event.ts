import type { PlanRun, PlansStatus } from './plan-status.ts';

/** The event to publish about a plan. */
export interface PlanEvent {
  readonly type: 'normal' | 'warning';
  readonly reason: 'PlanStarted' | 'PlanCompleted' | 'PlanFailed';
  readonly note: string;
}

/** The event for a change of the status: a plan started, completed or failed. Pure. */
export function planEventOf(before: PlansStatus | undefined, after: PlansStatus): PlanEvent | undefined {
  const { current: run } = after;
  if (run === undefined) return undefined;
  const isSame = before?.current?.run === run.run;
  return isSame && before?.current?.state === run.state ? undefined : eventFor(run);
}

function eventFor({ plan, run, state, message }: PlanRun): PlanEvent {
  switch (state) {
    case 'InProgress':
      return { type: 'normal', reason: 'PlanStarted', note: `${plan}, run ${run}` };
    case 'Complete':
      return { type: 'normal', reason: 'PlanCompleted', note: `${plan}, run ${run}` };
    case 'Failed':
      return { type: 'warning', reason: 'PlanFailed', note: `${plan}, run ${run}: ${message}` };
  }
}
