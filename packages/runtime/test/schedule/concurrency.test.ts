import { describe, expect, it } from 'vitest';
import { type ConcurrencyPolicy, runName, decideRun } from '../../src/schedule/concurrency.ts';
import { memcached } from '../support/objects.ts';

const due = new Date('2026-03-01T10:00:00Z');
const active = [memcached('earlier', 1)];

function start(
  concurrencyPolicy: ConcurrencyPolicy | undefined,
  runs: typeof active,
  options: { suspend?: boolean; due?: Date | undefined } = {},
): string {
  const run = 'due' in options ? options.due : due;
  const answer = decideRun({
    due: { ...(run && { due: run }), missed: 0 },
    active: runs,
    ...(concurrencyPolicy && { concurrencyPolicy }),
    ...(options.suspend && { suspend: true }),
  });
  const replaced = answer.replace.map(({ metadata }) => `, replaces ${metadata.name}`).join('');
  return `${answer.start === undefined ? 'waits' : 'starts'}${replaced}`;
}

describe('a run that is due', () => {
  it.each([
    ['starts when no other run is active', 'Forbid', [], 'starts'],
    ['starts beside another', 'Allow', active, 'starts'],
    ['starts beside another by default', undefined, active, 'starts'],
    ['waits for another', 'Forbid', active, 'waits'],
    ['replaces another', 'Replace', active, 'starts, replaces earlier'],
  ] as const)('%s', (_, policy, runs, expected) => {
    expect(start(policy, [...runs])).toBe(expected);
  });

  it('waits while the schedule is suspended, and replaces nothing', () => {
    expect(start('Replace', active, { suspend: true })).toBe('waits');
  });

  it('has a unique, deterministic name of valid length', () => {
    expect(runName('backup', due)).toBe('backup-29539320');
    expect(runName('x'.repeat(80), due).length).toBeLessThanOrEqual(63);
  });
});

it('starts nothing if no run is due', () => {
  expect(start('Replace', active, { due: undefined })).toBe('waits');
});
