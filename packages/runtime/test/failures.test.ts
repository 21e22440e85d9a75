import { describe, expect, test } from 'vitest';
import { asOne, failuresIn, messageOf, stackOf } from '../src/failures.ts';

const [full, locked] = [new Error('the disk is full'), new TypeError('it is locked')];

test('returns a single failure unchanged and joins several into one AggregateError', () => {
  expect(asOne([full])).toBe(full);
  expect(asOne([full, 'gone'])).toMatchObject({ message: 'the disk is full; gone', errors: [full, 'gone'] });
});

test('flattens nested AggregateErrors', () => {
  const both = new AggregateError([new AggregateError([full]), locked]);
  expect(failuresIn(both)).toEqual([full, locked]);
  expect(failuresIn(full)).toEqual([full]);
});

test('treats an empty AggregateError as a failure', () => {
  const empty = new AggregateError([], 'nobody answered');
  expect(failuresIn(empty)).toEqual([empty]);
});

test.each([
  [full, 'the disk is full'],
  ['gone', 'gone'],
  [new AggregateError([full, locked]), 'the disk is full; it is locked'],
  [
    new AggregateError([full, locked], 'two backups failed'),
    'two backups failed: the disk is full; it is locked',
  ],
  [new AggregateError([full], 'no backup: the disk is full'), 'no backup: the disk is full'],
  [
    new AggregateError([new AggregateError([full], 'no backup')], 'failed'),
    'failed: no backup: the disk is full',
  ],
])('the message of %s is: %s', (error, message) => {
  expect(messageOf(error)).toBe(message);
});

const cyclic = new AggregateError([full], 'all failed');
cyclic.errors.push(cyclic, new AggregateError([cyclic, locked], 'again'));

class Hostile extends Error {
  override get message(): string {
    throw new Error('not for you');
  }
}

const trap = (): never => {
  throw new Error('not for you');
};
const proxy = new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap, ownKeys: trap });

describe('any thrown value', () => {
  test('reads an AggregateError of any depth', () => {
    let deep: Error = full;
    for (let depth = 0; depth < 20_000; depth += 1) deep = new AggregateError([deep], 'retry failed');
    expect(failuresIn(deep)).toEqual([full]);
    expect(messageOf(deep)).toContain('retry failed');
  });

  test('reads an error once that is in many AggregateErrors', () => {
    let shared: Error = full;
    for (let depth = 0; depth < 40; depth += 1) shared = new AggregateError([shared, shared], `try ${depth}`);
    expect(failuresIn(shared)).toEqual([full]);
    expect(messageOf(shared)).toMatch(/^try 39: try 38: .*: the disk is full$/);
  });

  test('visits an AggregateError that contains itself only once', () => {
    expect(failuresIn(cyclic)).toEqual([full, locked]);
    expect(messageOf(cyclic)).toBe('all failed: the disk is full; again: it is locked');
  });

  test.each([
    ['a message that throws', new Hostile()],
    ['a proxy that throws on every access', proxy],
    ['an AggregateError of both', new AggregateError([new Hostile(), proxy])],
  ])('reports that %s cannot be read', (_, thrown) => {
    expect(messageOf(thrown)).toContain('thrown value cannot be read');
    for (const failure of failuresIn(thrown))
      expect((failure as Error).message).toBe('thrown value cannot be read');
  });

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('why'), 'Symbol(why)'],
    [trap, 'function trap'],
    [{ code: 7 }, '{"code":7}'],
    [Object.create(null), '{}'],
  ])('%o has a message', (thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
  });

  test('truncates long messages and stacks', () => {
    const text = messageOf(new Error('x'.repeat(5_000_000)));
    expect(text).toHaveLength(8_192 + '… (5000000 characters)'.length);
    expect(stackOf(new Error('x'.repeat(5_000_000)))!.length).toBeLessThan(10_000);
  });
});
