import { expect, test } from 'vitest';
import { readLogLine } from '../../../src/dev/log-line.ts';
import { timelineRows } from '../../../src/dev/page/model/timeline-rows.ts';
import { stuckReconcile } from '../../../src/dev/page/stuck-reconcile.ts';

const now = new Date('2026-01-01T00:01:00Z');

test('a stuck reconcile has a row in the timeline, even if it is the first of its object', () => {
  const log = readLogLine(
    JSON.stringify({
      level: 'warn',
      msg: 'reconcile appears stuck; other requests for this object are waiting',
      controller: 'shop',
      object: 'default/web',
      runningFor: 60_000,
    }),
  );
  const stuck = log && stuckReconcile(log, now);
  expect(stuck).toEqual({ controller: 'shop', name: 'default/web', since: '2026-01-01T00:00:00.000Z' });
  expect(timelineRows([], stuck === undefined ? [] : [stuck])).toEqual([
    expect.objectContaining({ controller: 'shop', name: 'default/web', runs: [], stuckSince: stuck?.since }),
  ]);
  expect(stuckReconcile({ level: 'info', message: 'starting', fields: {} }, now)).toBeUndefined();
});
