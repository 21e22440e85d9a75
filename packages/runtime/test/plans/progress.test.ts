import { describe, expect, test } from 'vitest';
import { failed, healthy, type Health, progressing } from '../../src/health/health-state.ts';
import type { PlanRun } from '../../src/plans/plan-status.ts';
import type { Plan, PlanStrategy } from '../../src/plans/plan.ts';
import { activeSteps, aligned, timeLeft, withHealth } from '../../src/plans/progress.ts';

const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-01T00:10:00Z');

/** A plan with the phases `a` and `b`, each with two steps. */
function plan(phases: PlanStrategy, steps: PlanStrategy): Plan {
  const phase = (name: string) => ({
    name,
    strategy: steps,
    steps: [{ name: '1', timeout: '10m' as const }, { name: '2' }],
  });
  return { name: 'deploy', strategy: phases, phases: [phase('a'), phase('b')] };
}

const fresh: PlanRun = {
  plan: 'deploy',
  run: 1,
  state: 'InProgress',
  startedAt: '2026-01-01T00:00:00Z',
  steps: [],
};

/** The active steps, and the state of the run if each of them reports the verdict. */
function round(of: Plan, run: PlanRun, verdict: Health, at = now): [names: string, next: PlanRun] {
  const active = activeSteps(of, aligned(of, run, at));
  const after = active.reduce((next, step) => withHealth(next, step, verdict, at), aligned(of, run, at));
  return [active.map((each) => `${each.at.phase}${each.at.name}`).join(' '), aligned(of, after, at)];
}

function rounds(of: Plan): string[] {
  const seen: string[] = [];
  for (let run = fresh; run.state === 'InProgress';) {
    const [names, next] = round(of, run, healthy);
    seen.push(names);
    run = next;
  }
  return seen;
}

describe('the steps of a plan', () => {
  test.each<[PlanStrategy, PlanStrategy, string[]]>([
    ['serial', 'serial', ['a1', 'a2', 'b1', 'b2']],
    ['serial', 'parallel', ['a1 a2', 'b1 b2']],
    ['parallel', 'serial', ['a1 b1', 'a2 b2']],
    ['parallel', 'parallel', ['a1 a2 b1 b2']],
  ])('phases %s, steps %s', (phases, steps, expected) => {
    expect(rounds(plan(phases, steps))).toEqual(expected);
  });

  test('wait for an incomplete step and report its reason', () => {
    const serial = plan('serial', 'serial');
    const [, next] = round(serial, fresh, progressing('no disk'));
    expect(next.steps[0]).toMatchObject({
      state: 'InProgress',
      message: 'no disk',
      startedAt: '2026-01-01T00:00:00Z',
    });
    const [names, complete] = round(serial, next, healthy);
    expect(names).toBe('a1');
    expect(complete.steps[0]).toEqual({
      phase: 'a',
      name: '1',
      state: 'Complete',
      startedAt: '2026-01-01T00:00:00Z',
      endedAt: '2026-01-01T00:00:00Z',
    });
  });

  test('end when a step fails', () => {
    const [, next] = round(plan('serial', 'serial'), fresh, failed('the disk is broken'));
    expect(next).toMatchObject({ state: 'Failed', message: 'a/1: the disk is broken' });
    expect(activeSteps(plan('serial', 'serial'), next)).toEqual([]);
  });

  test('end when a step times out', () => {
    const serial = plan('serial', 'serial');
    const [, begun] = round(serial, fresh, progressing('no disk'));
    expect(timeLeft(activeSteps(serial, begun), now)).toBe(600_000);
    expect(round(serial, begun, healthy, later)[1].state).toBe('InProgress');
    const [, late] = round(serial, begun, progressing('no disk'), later);
    expect(late).toMatchObject({ state: 'Failed', message: 'a/1: not complete after 10m: no disk' });
  });

  test('include steps added by a new operator version, and drop removed ones', () => {
    const [, next] = round(plan('serial', 'serial'), fresh, healthy);
    const changed: Plan = { name: 'deploy', phases: [{ name: 'a', steps: [{ name: '1' }, { name: '3' }] }] };
    const [names, end] = round(changed, next, healthy);
    expect(names).toBe('a3');
    expect(end.state).toBe('Complete');
    expect(end.steps.map(({ name }) => name)).toEqual(['1', '3']);
  });
});
