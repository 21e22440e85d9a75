import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { childName } from '../../src/objects/child-name.ts';
import { runName } from '../../src/schedule/concurrency.ts';

const long = 'a-name-as-long-as-only-machines-and-committees-make-them';

describe('the name of a child', () => {
  test('combines the names of the parent and the part', () => {
    expect(childName('lemon', 'backup')).toBe('lemon-backup');
    expect(childName('lemon', 'member', 3)).toBe('lemon-member-3');
  });

  test('truncates a long name and keeps it unique', () => {
    const [one, other] = [childName(long, 'backup'), childName(long, 'upgrade')];
    expect(one).toMatch(/^a-name-as-long-as-only-machines-and-commi?-?[0-9a-z-]*-[0-9a-f]{10}$/);
    expect(one).toHaveLength(52);
    expect(one).not.toBe(other);
    expect(childName(long, 'backup')).toBe(one);
  });

  test('is valid for the API server wherever it is truncated', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/);
    const name = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(name, label, (parent, part) => {
        const made = childName(parent, part);
        expect(made.length).toBeLessThanOrEqual(52);
        expect(made).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/);
      }),
    );
  });
});

test('stays unique for runs of schedules whose long names share a prefix', () => {
  const due = new Date('2026-01-01T00:00:00Z');
  expect(runName('nightly', due)).toBe('nightly-29453760');
  expect(runName(`${long}-a`, due)).not.toBe(runName(`${long}-b`, due));
  expect(runName(`${long}-a`, due).length).toBeLessThanOrEqual(63);
});
