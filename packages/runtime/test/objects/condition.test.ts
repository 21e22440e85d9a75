import { describe, expect, it } from 'vitest';
import {
  type Condition,
  findCondition,
  isConditionTrue,
  removeCondition,
  setCondition,
} from '../../src/objects/condition.ts';

const monday = new Date('2026-01-05T10:00:00.250Z');
const ready: Condition = {
  type: 'Ready',
  status: 'True',
  reason: 'AllReplicasReady',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};
const degraded: Condition = { ...ready, type: 'Degraded', status: 'False' };

describe('setCondition', () => {
  it('adds a condition with a timestamp in whole seconds', () => {
    const { lastTransitionTime: _, ...next } = ready;
    expect(setCondition(undefined, next, monday)).toEqual([
      { ...ready, lastTransitionTime: '2026-01-05T10:00:00Z' },
    ]);
  });

  it('keeps the transition time while the status is unchanged', () => {
    const next = {
      type: 'Ready',
      status: 'True',
      reason: 'Other',
      message: 'new',
      observedGeneration: 4,
    } as const;
    expect(setCondition([degraded, ready], next, monday)).toEqual([
      degraded,
      { ...next, lastTransitionTime: ready.lastTransitionTime },
    ]);
  });

  it('updates the transition time when the status changes', () => {
    const [changed] = setCondition([ready], { ...ready, status: 'Unknown' }, monday);
    expect(changed).toMatchObject({ status: 'Unknown', lastTransitionTime: '2026-01-05T10:00:00Z' });
  });

  it('does not mutate its input, and omits undefined fields', () => {
    const before = Object.freeze([Object.freeze({ ...ready })]);
    const after = setCondition(before, { ...ready, status: 'False', observedGeneration: undefined }, monday);
    expect(before).toEqual([ready]);
    expect(after[0]).not.toHaveProperty('observedGeneration');
  });
});

describe('a condition', () => {
  it('is found by its type', () => {
    expect(findCondition([degraded, ready], 'Ready')).toBe(ready);
    expect(findCondition(undefined, 'Ready')).toBeUndefined();
  });

  it('is true only if its status is True', () => {
    expect(isConditionTrue([ready, degraded], 'Ready')).toBe(true);
    expect(isConditionTrue([ready, degraded], 'Degraded')).toBe(false);
    expect(isConditionTrue([], 'Ready')).toBe(false);
  });

  it('can be removed', () => {
    expect(removeCondition([degraded, ready], 'Ready')).toEqual([degraded]);
  });
});
