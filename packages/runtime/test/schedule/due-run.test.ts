import { describe, expect, it } from 'vitest';
import { dueRun, type DueRunOptions } from '../../src/schedule/due-run.ts';
import { runsToPrune } from '../../src/schedule/history.ts';
import { Schedule } from '../../src/schedule/schedule.ts';

const hourly = new Schedule('0 * * * *');

function run(last: string, now: string, extra: Partial<DueRunOptions> = {}): object {
  const { due, missed, next } = dueRun({ schedule: hourly, last: at(last), now: at(now), ...extra });
  return { due: due?.toISOString().slice(11, 16), missed, next: next?.toISOString().slice(11, 16) };
}

function at(time: string): Date {
  return new Date(time.includes('T') ? time : `2026-03-01T${time}Z`);
}

describe('a run', () => {
  it('is not due before its time', () => {
    expect(run('09:00:00', '09:59:59')).toEqual({ due: undefined, missed: 0, next: '10:00' });
  });

  it('is due at its time', () => {
    expect(run('09:00:00', '10:00:00')).toEqual({ due: '10:00', missed: 1, next: '11:00' });
  });

  it('is made up for once if missed, by the latest missed run', () => {
    expect(run('06:00:00', '10:20:00')).toEqual({ due: '10:00', missed: 4, next: '11:00' });
  });

  it('is skipped if missed and the policy says so, with a short tolerance', () => {
    expect(run('06:00:00', '10:20:00', { missed: 'none' })).toEqual({
      due: undefined,
      missed: 4,
      next: '11:00',
    });
    expect(run('09:00:00', '10:00:05', { missed: 'none' })).toEqual({
      due: '10:00',
      missed: 1,
      next: '11:00',
    });
  });

  it('is abandoned after its deadline', () => {
    const deadline = { startingDeadlineSeconds: 600 };
    expect(run('06:00:00', '10:05:00', deadline)).toEqual({ due: '10:00', missed: 1, next: '11:00' });
    expect(run('06:00:00', '10:20:00', deadline)).toEqual({ due: undefined, missed: 0, next: '11:00' });
  });

  it('finds the latest missed run after years without iterating over every hour', () => {
    const found = dueRun({ schedule: hourly, last: at('2016-01-01T00:00:00Z'), now: at('10:20:00') });
    expect(found).toEqual({ due: at('10:00:00'), missed: 100, next: at('11:00:00') });
  });
});

describe('pruning a history', () => {
  const jobs = ['a', 'b', 'c', 'd'].map((name, hour) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: `2026-03-01T0${hour}:00:00Z` },
  }));
  const names = (limits: Parameters<typeof runsToPrune>[1]): string[] =>
    runsToPrune(jobs, limits, at('04:00:00')).map(({ metadata }) => metadata.name);

  it.each([
    ['keeps everything without limits', {}, []],
    ['keeps the newest', { keep: 2 }, ['a', 'b']],
    ['keeps none', { keep: 0 }, ['a', 'b', 'c', 'd']],
    ['removes old runs', { maxAge: 2.5 * 3_600_000 }, ['a', 'b']],
    ['applies both limits', { keep: 3, maxAge: 1.5 * 3_600_000 }, ['a', 'b', 'c']],
  ])('%s', (_, limits, expected) => {
    expect(names(limits)).toEqual(expected);
  });
});
