import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/runs/run.ts';
import { Runs } from '../../src/runs/runs.ts';

function run(id: string): Run {
  return {
    id,
    controller: 'memcached',
    kind: 'Memcached',
    object: { name: 'a', namespace: 'default' },
    causes: [],
    waited: 0,
    started: '2026-01-01T00:00:00.000Z',
    duration: 1,
    result: 'done',
    calls: [],
  };
}

const unexpected = (error: unknown): never => {
  throw error;
};

describe('the record of runs', () => {
  test('keeps the last ones, oldest first', () => {
    const runs = new Runs({ limit: 2 }, unexpected);
    for (const id of ['1', '2', '3']) runs.add(run(id));
    expect([...runs].map(({ id }) => id)).toEqual(['2', '3']);
    expect(runs.length).toBe(2);
  });

  test('is bounded in size', () => {
    const runs = new Runs({ size: JSON.stringify(run('1')).length * 2 + 10 }, unexpected);
    for (const id of ['1', '2', '3']) runs.add(run(id));
    expect([...runs].map(({ id }) => id)).toEqual(['2', '3']);
    runs.add({ ...run('4'), error: { message: 'x'.repeat(10_000) } });
    expect([...runs]).toEqual([]);
  });

  test('passes new runs to listeners until they unsubscribe', () => {
    const runs = new Runs({}, unexpected);
    const seen: string[] = [];
    runs.add(run('1'));
    const unsubscribe = runs.subscribe(({ id }) => seen.push(id));
    runs.add(run('2'));
    unsubscribe();
    runs.add(run('3'));
    expect(seen).toEqual(['2']);
  });

  test('survives a listener that throws', () => {
    const errors: unknown[] = [];
    const runs = new Runs({}, (error) => errors.push(error));
    const seen: string[] = [];
    runs.subscribe(() => {
      throw new Error('cannot listen');
    });
    runs.subscribe(({ id }) => seen.push(id));
    runs.add(run('1'));
    expect(seen).toEqual(['1']);
    expect(errors).toEqual([new Error('cannot listen')]);
  });
});
