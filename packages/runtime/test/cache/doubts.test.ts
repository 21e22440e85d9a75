import { expect, test } from 'vitest';
import { Doubts } from '../../src/cache/doubts.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { serverError } from '../support/scripted-server.ts';

const lost = new ConnectionError('https://10.0.0.1', new Error('socket hang up'));

test.each([
  { error: lost, isDoubtful: true, says: 'a lost answer' },
  { error: serverError(504, 'Timeout', 'request did not complete'), isDoubtful: true, says: 'a timeout' },
  { error: serverError(403, 'Forbidden', 'no'), isDoubtful: false, says: 'a refusal' },
  { error: serverError(429, 'TooManyRequests', 'later'), isDoubtful: false, says: 'a request to wait' },
])('$says: in doubt? $isDoubtful', ({ error, isDoubtful }) => {
  const part = { resourceVersion: '100' };
  const doubts = new Doubts();
  doubts.creationFailed([part], error);

  expect(doubts.about([part])).toHaveLength(isDoubtful ? 1 : 0);
});

test('a doubt ends when the watch has come to where a list has shown what there is', () => {
  const part = { resourceVersion: '100' };
  const doubts = new Doubts();
  doubts.creationFailed([part], lost);
  const [doubt] = doubts.about([part]);
  expect(doubt).toEqual({ shownAt: undefined });
  if (doubt) doubt.shownAt = '102';

  part.resourceVersion = '101';
  expect(doubts.about([part])).toEqual([doubt]);
  part.resourceVersion = '102';
  expect(doubts.about([part])).toEqual([]);
  part.resourceVersion = '101';
  expect(doubts.about([part])).toEqual([]);
});

test('that one part has come far says nothing of another', () => {
  const [ahead, behind] = [{ resourceVersion: '200' }, { resourceVersion: '100' }];
  const doubts = new Doubts();
  doubts.creationFailed([behind], lost);
  expect(doubts.about([ahead])).toEqual([]);
  for (const doubt of doubts.about([ahead, behind])) doubt.shownAt = '150';

  expect(doubts.about([ahead, behind])).toEqual([{ shownAt: '150' }]);
});

test('a list that was asked for before another creation failed says nothing of that one', () => {
  const part = { resourceVersion: '100' };
  const doubts = new Doubts();
  doubts.creationFailed([part], lost);
  const [before] = doubts.about([part]);
  doubts.creationFailed([part], lost);
  if (before) before.shownAt = '100';

  expect(doubts.about([part])).toEqual([{ shownAt: undefined }]);
});
