import type { FieldChange, Run, RunCall } from '@opgen/runtime/runs';
import { expect, test } from 'vitest';
import { patternOf } from '../../../../src/dev/page/model/run-patterns.ts';

/** Reconciles every 50 ms, each with the given changes of the operator's own object. */
function runsWith(count: number, part: (index: number) => Partial<Run>): Run[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    controller: 'shop',
    kind: 'Shop',
    object: { namespace: 'default', name: 'web' },
    causes: [],
    waited: 0,
    started: new Date(Date.UTC(2026, 0, 1) + index * 50).toISOString(),
    duration: 5,
    result: 'done',
    calls: [],
    ...part(index),
  }));
}

function write(...changes: FieldChange[]): RunCall {
  const shop = { group: 'example.com', resource: 'shops', namespace: 'default', name: 'web' };
  return { verb: 'patch', ...shop, subresource: 'status', status: 200, duration: 1, changes };
}

/** 2 becomes 3, and 3 becomes 2. */
function flip(index: number): FieldChange {
  const [old, now] = index % 2 === 0 ? [2, 3] : [3, 2];
  return { path: '.spec.replicas', old, new: now };
}

test('a field that two controllers change back and forth is a loop, with the diff that repeats', () => {
  const runs = runsWith(10, (index) => ({ calls: [write(flip(index))] }));
  expect(patternOf(runs)).toEqual({
    type: 'loop',
    runs: 10,
    duration: 455,
    repeats: [
      {
        by: 'write',
        object: 'shops/status default/web',
        path: '.spec.replicas',
        times: 10,
        change: { path: '.spec.replicas', old: 3, new: 2 },
      },
    ],
  });
});

test('a status with a new time in each reconcile is a loop', () => {
  const runs = runsWith(40, (index) => ({
    calls: [write({ path: '.status.checked', old: index, new: index + 1 })],
    causes: [
      {
        event: 'updated',
        kind: 'Shop',
        object: { namespace: 'default', name: 'web' },
        changes: [{ path: '.status.checked', old: index - 1, new: index }],
      },
    ],
  }));
  const pattern = patternOf(runs);
  expect(pattern).toMatchObject({ type: 'loop', runs: 40 });
  expect(pattern?.type === 'loop' && pattern.repeats.map(({ by, object }) => [by, object])).toEqual([
    ['write', 'shops/status default/web'],
    ['event', 'Shop default/web'],
  ]);
});

test('a rollout, pauses and requests that changed nothing are no loop', () => {
  const rollout = runsWith(30, (index) => ({
    calls: [write({ path: '.status.ready', old: index, new: index + 1 })],
  }));
  expect(patternOf(rollout)).toBeUndefined();
  expect(patternOf(runsWith(12, () => ({ calls: [write()] })))).toBeUndefined();
  const slow = runsWith(60, (index) => ({
    started: new Date(index * 5_000).toISOString(),
    calls: [write({ path: '.status.ready', old: index % 2, new: 1 - (index % 2) })],
  }));
  expect(patternOf(slow)).toBeUndefined();
  expect(patternOf([])).toBeUndefined();
});

test('failures in a row are reported with the last message until a reconcile succeeds', () => {
  const failing = runsWith(5, (index) =>
    index === 0 ? {} : { result: 'error', error: { message: `no host ${index}` } },
  );
  expect(patternOf(failing)).toEqual({ type: 'failing', runs: 4, message: 'no host 4' });
  expect(patternOf(failing.slice(0, 3))).toBeUndefined();
  expect(patternOf([...failing, ...runsWith(1, () => ({}))])).toBeUndefined();
});
