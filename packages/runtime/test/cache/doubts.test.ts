import { expect, test } from 'vitest';
import { Doubts } from '../../src/cache/doubts.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { serverError } from '../support/scripted-server.ts';

const kind = {};
const lost = new ConnectionError('https://10.0.0.1', new Error('socket hang up'));

test.each([
  { error: lost, isDoubtful: true, says: 'a lost answer' },
  { error: serverError(504, 'Timeout', 'request did not complete'), isDoubtful: true, says: 'a timeout' },
  { error: serverError(403, 'Forbidden', 'no'), isDoubtful: false, says: 'a refusal' },
  { error: serverError(429, 'TooManyRequests', 'later'), isDoubtful: false, says: 'a request to wait' },
])('$says: in doubt? $isDoubtful', ({ error, isDoubtful }) => {
  const doubts = new Doubts();
  doubts.creationFailed(kind, error);

  expect(doubts.about(kind, '100') !== undefined).toBe(isDoubtful);
});

test('a doubt ends when the watch has come to where a list has shown what there is', () => {
  const doubts = new Doubts();
  doubts.creationFailed(kind, lost);
  const doubt = doubts.about(kind, '100');
  expect(doubt).toEqual({ shownAt: undefined });
  if (doubt) doubt.shownAt = '102';

  expect(doubts.about(kind, '101')).toBe(doubt);
  expect(doubts.about(kind, '102')).toBeUndefined();
  expect(doubts.about(kind, '101')).toBeUndefined();
});

test('a list that was asked for before another creation failed says nothing of that one', () => {
  const doubts = new Doubts();
  doubts.creationFailed(kind, lost);
  const before = doubts.about(kind, '100');
  doubts.creationFailed(kind, lost);
  if (before) before.shownAt = '100';

  expect(doubts.about(kind, '100')).toEqual({ shownAt: undefined });
});
