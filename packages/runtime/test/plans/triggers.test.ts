import { describe, expect, test } from 'vitest';
import { checkPlans, type Plan } from '../../src/plans/plan.ts';
import type { PlanRun, PlansStatus } from '../../src/plans/plan-status.ts';
import { withDueRun } from '../../src/plans/triggers.ts';
import { memcached, type Memcached } from '../support/objects.ts';

const now = new Date('2026-01-01T00:00:00Z');
const phases = [{ name: 'all', steps: [{ name: 'only' }] }];
const deploy: Plan<Memcached> = { name: 'deploy', phases };
const resize: Plan<Memcached> = { name: 'resize', phases, trigger: ({ spec }) => spec.size };
const rename: Plan<Memcached> = {
  name: 'rename',
  phases,
  trigger: ({ metadata }) => metadata.labels?.['name'],
};
const backup: Plan<Memcached> = { name: 'backup', phases };
const cleanup: Plan<Memcached> = { name: 'cleanup', phases };
const all = [deploy, resize, rename, backup, cleanup];

interface Changes {
  size?: number;
  label?: string;
  ask?: string;
  deleted?: boolean;
}

function object({ size = 1, label = 'old', ask, deleted = false }: Changes): Memcached {
  return memcached('cache', 1, {
    size,
    metadata: {
      labels: { name: label },
      ...(ask !== undefined && { annotations: { 'opgen.dev/run-plan': ask } }),
      ...(deleted && { deletionTimestamp: '2026-01-02T00:00:00Z' }),
    },
  });
}

const deployed = (state: PlanRun['state']): PlansStatus => ended(withDueRun(all, object({}), {}, now), state);
const ended = (status: PlansStatus, state: PlanRun['state']): PlansStatus => ({
  ...status,
  ...(status.current && { current: { ...status.current, state } }),
});
const due = (status: PlansStatus, changes: Changes, plans = all): string => {
  const { current } = withDueRun(plans, object(changes), status, now);
  return current === status.current ? 'nothing' : `${current?.plan} ${current?.run}`;
};

describe('the plan that runs', () => {
  test.each<[string, PlansStatus, Changes, string]>([
    ['first is deploy', {}, {}, 'deploy 1'],
    ['first is deploy, even if another is requested', {}, { ask: 'backup/1' }, 'deploy 1'],
    ['continues', deployed('InProgress'), {}, 'nothing'],
    ['continues when another is triggered', deployed('InProgress'), { size: 2 }, 'nothing'],
    ['continues when another is requested', deployed('InProgress'), { ask: 'backup/1' }, 'nothing'],
    ['ends when it is complete', deployed('Complete'), {}, 'nothing'],
    ['ends when it failed', deployed('Failed'), {}, 'nothing'],
    ['next is the triggered one', deployed('Complete'), { size: 2 }, 'resize 2'],
    ['next is the triggered one, even after a failure', deployed('Failed'), { label: 'new' }, 'rename 2'],
    ['next is the first of those triggered', deployed('Complete'), { size: 2, label: 'new' }, 'resize 2'],
    ['next is the requested one', deployed('Complete'), { size: 2, ask: 'backup/1' }, 'backup 2'],
    ['is never an unknown one', deployed('Complete'), { ask: 'restore/1' }, 'nothing'],
    ['is not cleanup on request', deployed('Complete'), { ask: 'cleanup/1' }, 'nothing'],
    [
      'is cleanup on deletion, whatever is running',
      deployed('InProgress'),
      { deleted: true, size: 2 },
      'cleanup 2',
    ],
  ])('%s', (_, status, changes, expected) => {
    expect(due(status, changes)).toBe(expected);
  });

  test('restarts when its trigger changes while it runs', () => {
    const resizing = withDueRun(all, object({ size: 2 }), deployed('Complete'), now);
    expect(due(resizing, { size: 3 })).toBe('resize 3');
    expect(due(resizing, { size: 2, label: 'new' })).toBe('nothing');
  });

  test('is followed by the other triggered plans', () => {
    const changes = { size: 2, label: 'new' };
    const resized = ended(withDueRun(all, object(changes), deployed('Complete'), now), 'Complete');
    expect(due(resized, changes)).toBe('rename 3');
  });

  test('runs once per request token', () => {
    const backedUp = ended(
      withDueRun(all, object({ ask: 'backup/1' }), deployed('Complete'), now),
      'Complete',
    );
    expect(due(backedUp, { ask: 'backup/1' })).toBe('nothing');
    expect(due(backedUp, { ask: 'backup/2' })).toBe('backup 3');
  });

  test('runs cleanup once, and again on request after a failure', () => {
    const cleaned = ended(withDueRun(all, object({ deleted: true }), deployed('Complete'), now), 'Failed');
    expect(due(cleaned, { deleted: true })).toBe('nothing');
    expect(due(cleaned, { deleted: true, ask: 'cleanup/again' })).toBe('cleanup 3');
  });

  test('does not include a plan new in this operator version until its trigger changes', () => {
    const before = ended(withDueRun([deploy], object({}), {}, now), 'Complete');
    expect(due(before, { size: 2 })).toBe('nothing');
    const noted = withDueRun(all, object({ size: 2 }), before, now);
    expect(due(noted, { size: 2 })).toBe('nothing');
    expect(due(noted, { size: 3 })).toBe('resize 2');
  });
});

const checking = (plans: Plan<Memcached>[]) => () => checkPlans(plans as unknown as Plan[]);

test('rejects plans with duplicate names or without deploy', () => {
  expect(checking([resize])).toThrow('missing plan deploy');
  expect(checking([deploy, deploy])).toThrow(
    'the plans must have unique, non-empty names: "deploy" is a duplicate',
  );
  const twice = { name: 'deploy', phases: [{ name: 'all', steps: [{ name: 'only' }, { name: 'only' }] }] };
  expect(checking([twice])).toThrow('the steps of the phase deploy/all must have unique, non-empty names');
});
