import type { Job, JobSpec } from '@opgen/runtime/kinds/batch/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { assert, nat, property, stringMatching, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failuresAfter, noFailures, untilReplacement } from '../../../src/workloads/job/backoff.ts';
import { counted } from '../../../src/workloads/job/counting.ts';
import { firstFree, formatIndexes, parseIndexes, union } from '../../../src/workloads/job/indexes.ts';
import { failureVerdict } from '../../../src/workloads/job/pod-failure-policy.ts';
import { successMessage } from '../../../src/workloads/job/success-policy.ts';
import { VirtualClock } from '../../../src/clock/virtual-clock.ts';

const indexes = uniqueArray(nat(60)).map((all) => union(all));

describe('completion indexes', () => {
  test.each([
    [[], ''],
    [[4], '4'],
    [[1, 2], '1,2'],
    [[1, 2, 3], '1-3'],
    [[0, 2, 3, 4, 5, 7], '0,2-5,7'],
  ])('%j are written as %s', (all, text) => {
    expect(formatIndexes(all)).toBe(text);
  });

  test('they are read as they were written, up to the number of completions', () => {
    assert(
      property(indexes, nat(70), (all, completions) => {
        const expected = all.filter((index) => index < completions);
        expect(parseIndexes(formatIndexes(all), completions)).toEqual(expected);
      }),
    );
  });

  test('free indexes are the first that are not taken', () => {
    assert(
      property(indexes, nat(70), nat(10), (taken, completions, most) => {
        const free = firstFree(taken, completions, most);
        expect(free.some((index) => taken.includes(index))).toBe(false);
        expect(free).toHaveLength(
          Math.min(most, completions - taken.filter((index) => index < completions).length),
        );
        expect(union(free)).toEqual(free);
      }),
    );
  });
});

function jobOf(spec: Partial<JobSpec>): Job {
  const metadata = { name: 'work', namespace: 'default', uid: '1', resourceVersion: '1' };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { ...metadata, creationTimestamp: '' },
    spec: { template: {}, ...spec },
  } as Job;
}

function failedPod(exitCode: number, finished = '2026-01-01T00:00:00Z'): Pod {
  return {
    metadata: { name: 'work-1', namespace: 'default', uid: '2' },
    status: {
      phase: 'Failed',
      conditions: [{ type: 'DisruptionTarget', status: 'True' }],
      containerStatuses: [{ name: 'main', state: { terminated: { exitCode, finishedAt: finished } } }],
    },
  } as Pod;
}

const at = (second: number): Pod => failedPod(0, `2026-01-01T00:00:0${second}Z`);

const onExitCodes = (action: string, operator: string, values: number[], containerName?: string) => ({
  action,
  onExitCodes: { operator, values, ...(containerName !== undefined && { containerName }) },
});
describe('the Pod failure policy', () => {
  test.each([
    ['without rules, failures count', [], { counts: true }],
    ['Ignore', [onExitCodes('Ignore', 'In', [3])], { action: 'Ignore', counts: false }],
    [
      'the first match decides',
      [onExitCodes('Count', 'In', [3]), onExitCodes('Ignore', 'In', [3])],
      { action: 'Count', counts: true },
    ],
    ['NotIn', [onExitCodes('FailIndex', 'NotIn', [4])], { action: 'FailIndex', counts: true }],
    ['another container', [onExitCodes('Ignore', 'In', [3], 'other')], { counts: true }],
    [
      'FailJob',
      [onExitCodes('Ignore', 'In', [4]), onExitCodes('FailJob', 'In', [3], 'main')],
      {
        action: 'FailJob',
        counts: true,
        jobFailure:
          'Container main for pod default/work-1 failed with exit code 3 matching FailJob rule at index 1',
      },
    ],
    [
      'conditions',
      [{ action: 'FailJob', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
      {
        action: 'FailJob',
        counts: true,
        jobFailure: 'Pod default/work-1 has condition DisruptionTarget matching FailJob rule at index 0',
      },
    ],
  ])('%s', (_, rules, expected) => {
    expect(failureVerdict(jobOf({ podFailurePolicy: { rules } }), failedPod(3))).toEqual(expected);
  });
});

describe('the success policy', () => {
  test.each([
    [[{ succeededIndexes: '0,2' }], [0, 1], undefined],
    [[{ succeededIndexes: '0,2' }], [0, 2], 'Matched rules at index 0'],
    [[{ succeededIndexes: '0-3', succeededCount: 2 }], [1, 3], 'Matched rules at index 0'],
    [[{ succeededCount: 3 }, { succeededCount: 1 }], [4], 'Matched rules at index 1'],
    [[{ succeededIndexes: '8' }], [0, 1, 2], undefined],
    [[], [0], undefined],
  ])('%j with %j: %s', (rules, succeeded, expected) => {
    expect(successMessage(jobOf({ completions: 5, successPolicy: { rules } }), succeeded)).toBe(expected);
  });
});

describe('the delay after failures', () => {
  test.each([
    [1, 10],
    [2, 20],
    [4, 80],
    [7, 600],
    [40, 600],
  ])('%i failures: %i seconds', (count, seconds) => {
    const clock = new VirtualClock('2026-01-01T00:00:00Z');
    expect(untilReplacement({ count, last: clock.now() }, clock)).toBe(seconds * 1000);
  });

  test('failures before the last success do not count', () => {
    const after = failuresAfter({ count: 5, last: 1 }, [at(3)], [at(1), at(4), at(5)]);
    expect(after).toEqual({ count: 2, last: Date.parse('2026-01-01T00:00:05Z') });
    expect(failuresAfter(after, [at(6)], [])).toEqual(noFailures);
    expect(failuresAfter(after, [], [at(8)]).count).toBe(3);
  });
});

test('each Pod is counted once', () => {
  const uids = uniqueArray(stringMatching(/^[a-d]{1,3}$/));
  assert(
    property(uids, uids, nat(5), (listed, tracked, before) => {
      const next = counted({ failed: before, uncountedTerminatedPods: { failed: listed } }, new Set(tracked));
      const { failed: left = [] } = next.uncountedTerminatedPods ?? {};
      expect((next.failed ?? 0) + left.length).toBe(before + listed.length);
      expect(left.every((uid) => tracked.includes(uid))).toBe(true);
      expect(counted(next, new Set(tracked))).toEqual(next);
    }),
  );
});
