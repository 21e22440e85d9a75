import { expect, test } from 'vitest';
import { asOne, failuresIn, messageOf } from '../src/failures.ts';

const [full, locked] = [new Error('the disk is full'), new TypeError('it is locked')];

test('one failure is itself, and several are one error that tells each', () => {
  expect(asOne([full])).toBe(full);
  expect(asOne([full, 'gone'])).toMatchObject({ message: 'the disk is full; gone', errors: [full, 'gone'] });
});

test('an error is what it holds, however deep', () => {
  const both = new AggregateError([new AggregateError([full]), locked]);
  expect(failuresIn(both)).toEqual([full, locked]);
  expect(failuresIn(full)).toEqual([full]);
});

test('an error that is said to hold others, and holds none, is a failure all the same', () => {
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
