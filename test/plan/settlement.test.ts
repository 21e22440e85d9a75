import type { Run } from '@opgen/runtime/runs';
import { expect, test } from 'vitest';
import { Settlement } from '../../src/plan/settlement.ts';

function run(name: string, more: Partial<Run> = {}): Run {
  return {
    id: '1',
    controller: 'sites',
    kind: 'Site',
    object: { namespace: 'default', name },
    causes: [],
    waited: 0,
    started: '2026-01-01T00:00:00Z',
    duration: 1,
    result: 'done',
    calls: [],
    ...more,
  };
}

const write: Run['calls'] = [{ verb: 'create', group: '', resource: 'secrets', status: 201, duration: 1 }];
const failed = { result: 'error', error: { message: 'no quota' }, requeueAfter: 5 } as const;

test('a reconcile that ended is complete, also if it is to run again without having written', () => {
  const settlement = new Settlement();
  settlement.ran(run('done'), 0);
  settlement.ran(run('polls', { result: 'requeueAfter', requeueAfter: 1_000 }), 0);
  settlement.ran(run('tomorrow', { result: 'requeueAfter', requeueAfter: 86_400_000, calls: write }), 0);
  expect(settlement.pending).toEqual([]);
});

test('a requeue soon after a write continues the work', () => {
  const settlement = new Settlement();
  settlement.ran(run('steps', { result: 'requeueAfter', requeueAfter: 1_000, calls: write }), 0);
  expect(settlement.pending).toEqual(['sites default/steps']);
  settlement.ran(run('steps', { result: 'requeueAfter', requeueAfter: 1_000 }), 1_000);
  expect(settlement.pending).toEqual([]);
});

test('a failure is retried until it is hopeless, and a write gives new hope', () => {
  const settlement = new Settlement();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    settlement.ran(run('broken', failed), 0);
    expect(settlement.pending).toEqual(['sites default/broken']);
  }
  settlement.ran(run('broken', { ...failed, calls: write }), 0);
  for (let attempt = 0; attempt < 2; attempt += 1) settlement.ran(run('broken', failed), 0);
  expect(settlement.pending).toEqual(['sites default/broken']);
  settlement.ran(run('broken', failed), 0);
  expect(settlement.pending).toEqual([]);
  expect(settlement.failing).toEqual([{ name: 'sites default/broken', error: 'no quota', retried: true }]);
});

test('a terminal error is not retried', () => {
  const settlement = new Settlement();
  settlement.ran(run('invalid', { result: 'error', error: { message: 'invalid schedule' } }), 0);
  expect(settlement.pending).toEqual([]);
  expect(settlement.failing).toEqual([
    { name: 'sites default/invalid', error: 'invalid schedule', retried: false },
  ]);
});
