import { expect, test } from 'vitest';
import { History } from '../../../src/dev/page/history.ts';
import type { ObjectView } from '../../../src/dev/page/model/messages.ts';

const time = new Date('2026-01-01T00:00:00.123Z');

function config(name: string, value: string, resourceVersion = '1'): ObjectView {
  const metadata = { name, namespace: 'default', uid: name, resourceVersion, creationTimestamp: '' };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { key: value } };
  return { object, health: { state: 'healthy' } };
}

/** `a=1 b=2`. */
function at(history: History, id: number): string | undefined {
  return history
    .at(id)
    ?.map(({ object }) => `${object.metadata.name}=${(object['data'] as { key: string }).key}`)
    .toSorted()
    .join(' ');
}

test('each moment shows all objects as they were', () => {
  const history = new History();
  history.record(time, undefined, config('a', '1'));
  history.record(time, undefined, config('b', '1'));
  expect(history.record(time, config('a', '1'), config('a', '2'))).toEqual({
    id: 3,
    time: '2026-01-01T00:00:00.123Z',
    event: 'updated',
    uid: 'a',
    kind: 'ConfigMap',
    name: 'a',
    namespace: 'default',
    changes: [{ path: '.data.key', old: '1', new: '2' }],
  });
  history.record(time, config('b', '1'), undefined);
  expect([1, 2, 3, 4].map((id) => at(history, id))).toEqual(['a=1', 'a=1 b=1', 'a=2 b=1', 'a=2']);
  expect(at(history, 5)).toBeUndefined();
});

test('a write that changes nothing is no moment', () => {
  const history = new History();
  expect(history.record(time, config('a', '1', '1'), config('a', '1', '2'))).toBeUndefined();
});

test('the history is bounded by number and by size, and what remains is complete', () => {
  for (const limits of [
    { moments: 3, size: Infinity },
    { moments: Infinity, size: 3 * JSON.stringify(config('a', '1')).length },
  ]) {
    const history = new History(limits);
    history.record(time, undefined, config('a', '1'));
    for (const value of [1, 2, 3, 4])
      history.record(
        time,
        value === 1 ? undefined : config('b', String(value - 1)),
        config('b', String(value)),
      );
    expect(history.moments.map(({ id }) => id)).toEqual([3, 4, 5]);
    expect(at(history, 2)).toBeUndefined();
    expect(at(history, 3)).toBe('a=1 b=2');
    expect(at(history, 5)).toBe('a=1 b=4');
  }
});
