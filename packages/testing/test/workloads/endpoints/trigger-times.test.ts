import type { Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { TriggerTimes } from '../../../src/workloads/endpoints/trigger-times.ts';

const service = { metadata: { name: 'web', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' } } as Service;

function pod(name: string, time: string): Pod {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: time }];
  return { metadata: { name }, status: { conditions } } as Pod;
}

test('the time of the first change that endpoints follow', () => {
  const times = new TriggerTimes();
  const a = pod('a', '2026-01-01T00:01:00Z');
  expect(times.next(service, [a])).toBe('2026-01-01T00:00:00Z');
  expect(times.next(service, [a])).toBeUndefined();
  const later = [pod('a', '2026-01-01T00:03:00Z'), pod('b', '2026-01-01T00:02:00Z')];
  expect(times.next(service, later)).toBe('2026-01-01T00:02:00Z');
  expect(times.next(service, [])).toBeUndefined();
});
