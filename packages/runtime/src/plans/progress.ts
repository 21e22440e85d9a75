import { millisecondsOf } from '../controller/result.ts';
import type { Health } from '../health/health-state.ts';
import { toTime } from '../objects/time.ts';
import type { Plan, Step } from './plan.ts';
import type { PlanRun, StepRun } from './plan-status.ts';

/** A step and its progress. */
export interface ActiveStep {
  readonly step: Step;
  readonly at: StepRun;
}

/** The incomplete steps that may run now: in a serial plan or phase, only the first incomplete one. Pure. */
export function activeSteps(plan: Plan, run: PlanRun): ActiveStep[] {
  if (run.state !== 'InProgress') return [];
  const phases = plan.phases.map((phase) => {
    const steps = phase.steps.map((step) => ({ step, at: progressOf(run, phase.name, step.name) }));
    return unfinished(steps, phase.strategy, ({ at }) => at.state === 'Complete');
  });
  return unfinished(phases, plan.strategy, (steps) => steps.length === 0).flat();
}

/** The run after an update of one step. An exceeded timeout fails the step, and a failed step fails the run. Pure. */
export function withHealth(run: PlanRun, { step, at }: ActiveStep, health: Health, now: Date): PlanRun {
  const { message: _, ...begun } = { ...at, startedAt: at.startedAt ?? toTime(now) };
  const next = withState(begun, isTimedOut(step, begun, now) ? timedOut(step, health) : health, now);
  const steps = run.steps.map((each) => (isSame(each, at) ? next : each));
  if (next.state !== 'Failed') return { ...run, steps };
  const message = `${at.phase}/${at.name}: ${next.message}`;
  return { ...run, steps, state: 'Failed', endedAt: toTime(now), message };
}

/** The run with the steps that the plan has now, marked complete if all of them are. Pure. */
export function aligned(plan: Plan, run: PlanRun, now: Date): PlanRun {
  if (run.state !== 'InProgress') return run;
  const steps = plan.phases.flatMap((phase) =>
    phase.steps.map((step) => progressOf(run, phase.name, step.name)),
  );
  if (steps.some(({ state }) => state !== 'Complete')) return { ...run, steps };
  return { ...run, steps, state: 'Complete', endedAt: toTime(now) };
}

/** Milliseconds until the first of the steps times out; undefined if none has a timeout. */
export function timeLeft(steps: readonly ActiveStep[], now: Date): number | undefined {
  const ends = steps.flatMap(({ step, at }) =>
    step.timeout === undefined || at.startedAt === undefined
      ? []
      : [Date.parse(at.startedAt) + millisecondsOf(step.timeout)],
  );
  return ends.length === 0 ? undefined : Math.max(Math.min(...ends) - now.getTime(), 0);
}

function withState(step: StepRun, health: Health, now: Date): StepRun {
  switch (health.state) {
    case 'healthy':
      return { ...step, state: 'Complete', endedAt: toTime(now) };
    case 'progressing':
      return { ...step, state: 'InProgress', message: health.reason };
    case 'failed':
      return { ...step, state: 'Failed', endedAt: toTime(now), message: health.reason };
  }
}

function isTimedOut({ timeout }: Step, { startedAt }: StepRun, now: Date): boolean {
  if (timeout === undefined || startedAt === undefined) return false;
  return now.getTime() - Date.parse(startedAt) >= millisecondsOf(timeout);
}

function timedOut({ timeout }: Step, health: Health): Health {
  if (health.state !== 'progressing') return health;
  return { state: 'failed', reason: `not complete after ${timeout}: ${health.reason}` };
}

function unfinished<T>(
  all: readonly T[],
  strategy: Plan['strategy'] = 'serial',
  isFinished: (each: T) => boolean,
): T[] {
  const open = all.filter((each) => !isFinished(each));
  return strategy === 'parallel' ? open : open.slice(0, 1);
}

/** A step that a new version of the operator added to the plan is pending. */
function progressOf(run: PlanRun, phase: string, name: string): StepRun {
  const fresh: StepRun = { phase, name, state: 'Pending' };
  return run.steps.find((each) => isSame(each, fresh)) ?? fresh;
}

function isSame(a: StepRun, b: StepRun): boolean {
  return a.phase === b.phase && a.name === b.name;
}
