import type { StatefulSet, StatefulSetSpec } from '@opgen/runtime/kinds/apps/v1';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { array, assert, boolean, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/clock/virtual-clock.ts';
import { keepsRevision, nextStep } from '../../../src/workloads/stateful-set/next-step.ts';

const clock = new VirtualClock('2026-01-01T00:00:00Z');

function setOf(spec: Partial<StatefulSetSpec>): StatefulSet {
  return { metadata: { name: 'db' }, spec: { replicas: 3, ...spec } } as StatefulSet;
}

type State = 'ready' | 'unready' | 'terminating' | 'failed';

function podOf(ordinal: number, state: State = 'ready', revision = 'new'): Pod {
  return {
    metadata: {
      name: `db-${ordinal}`,
      labels: { 'controller-revision-hash': revision },
      ...(state === 'terminating' && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
    spec: { containers: [] },
    status: {
      phase: state === 'failed' ? 'Failed' : 'Running',
      conditions: [
        {
          type: 'Ready',
          status: state === 'ready' ? 'True' : 'False',
          lastTransitionTime: '2025-12-31T23:59:55Z',
        },
      ],
    },
  } as unknown as Pod;
}

function named(step: ReturnType<typeof nextStep>) {
  return { create: step.create, remove: step.remove.map(({ metadata }) => metadata.name) };
}

const parallel = { podManagementPolicy: 'Parallel' };
const partition = (first: number) => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: first } },
});

describe('the next step of a StatefulSet', () => {
  test.each<[string, Partial<StatefulSetSpec>, Pod[], number[], string[]]>([
    ['the first Pod', {}, [], [0], []],
    ['the first ordinal', { ordinals: { start: 5 } }, [], [5], []],
    ['waits for readiness', {}, [podOf(0, 'unready')], [], []],
    ['waits for availability', { minReadySeconds: 10 }, [podOf(0)], [], []],
    ['the next Pod', { minReadySeconds: 5 }, [podOf(0)], [1], []],
    ['a gap', {}, [podOf(0), podOf(2)], [1], []],
    ['waits for a Pod that is stopping', {}, [podOf(0, 'terminating'), podOf(1)], [], []],
    ['a Pod that has failed', {}, [podOf(0, 'failed')], [], ['db-0']],
    ['scaling down', { replicas: 1 }, [podOf(0), podOf(1), podOf(2)], [], ['db-2']],
    ['scaling down waits', { replicas: 1 }, [podOf(0), podOf(1), podOf(2, 'terminating')], [], []],
    ['an unready Pod below', { replicas: 1 }, [podOf(0), podOf(1, 'unready'), podOf(2)], [], ['db-2']],
    ['two unready Pods', { replicas: 1 }, [podOf(0), podOf(1, 'unready'), podOf(2, 'unready')], [], []],
    ['a lower ordinal', { replicas: 1, ordinals: { start: 2 } }, [podOf(0), podOf(2)], [], ['db-0']],
    [
      'an update',
      {},
      [podOf(0, 'ready', 'old'), podOf(1, 'ready', 'old'), podOf(2, 'ready', 'old')],
      [],
      ['db-2'],
    ],
    ['an update goes on', {}, [podOf(0, 'ready', 'old'), podOf(1, 'ready', 'old'), podOf(2)], [], ['db-1']],
    ['a partition', partition(2), [podOf(0, 'ready', 'old'), podOf(1, 'ready', 'old'), podOf(2)], [], []],
    [
      'OnDelete',
      { updateStrategy: { type: 'OnDelete' } },
      [0, 1, 2].map((each) => podOf(each, 'ready', 'old')),
      [],
      [],
    ],
    ['in parallel', parallel, [podOf(1, 'unready')], [0, 2], []],
    ['in parallel, down', { ...parallel, replicas: 1 }, [podOf(0), podOf(1), podOf(2)], [], ['db-2', 'db-1']],
    ['a foreign name', { replicas: 0 }, [{ metadata: { name: 'other-0' } } as Pod], [], []],
  ])('%s', (_, spec, pods, create, remove) => {
    expect(named(nextStep(setOf(spec), pods, 'new', clock))).toEqual({ create, remove });
  });

  test('in order, it changes one Pod at most, and none while one before it is unavailable', () => {
    const states = constantFrom<State>('ready', 'unready', 'terminating', 'failed');
    const pods = array(record({ exists: boolean(), state: states, isNew: boolean() }), { maxLength: 6 });
    assert(
      property(pods, nat(6), (all, replicas) => {
        const existing = all.flatMap(({ exists, state, isNew }, ordinal) =>
          exists ? [podOf(ordinal, state, isNew ? 'new' : 'old')] : [],
        );
        const { create, remove } = nextStep(setOf({ replicas }), existing, 'new', clock);
        expect(create.length + remove.length).toBeLessThanOrEqual(1);
        for (const ordinal of create) {
          const before = all.slice(0, ordinal);
          expect(before.every(({ exists, state }) => exists && state === 'ready')).toBe(true);
        }
      }),
    );
  });
});

test.each([
  [{ ...partition(2) }, 1, true],
  [{ ...partition(2) }, 2, false],
  [{ ...partition(2), ordinals: { start: 3 } }, 4, true],
  [{ updateStrategy: { type: 'RollingUpdate' } }, 0, false],
])('a missing Pod with %j and ordinal %i keeps the current revision: %s', (spec, ordinal, expected) => {
  expect(keepsRevision(setOf(spec), ordinal)).toBe(expected);
});
